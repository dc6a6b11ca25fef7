#include "core/data/script_guess.h"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "core/data/common_letters.h"

namespace stepscope {
namespace {

constexpr std::size_t kLookedAt = std::size_t{1} << 18;  // bytes of lines with characters beyond ASCII
constexpr std::size_t kMostWords = 20'000;
constexpr double kLeastScore = 0.56, kLeastLead = 0.08;  // of the best guess, and before the second: tests/core/data/encodings_test.cpp
constexpr double kLikely = 0.45;                         // no text in Latin letters has so much

struct Script {
  const char* name;   // in a project file
  const char* iconv;  // as the C library has it
  char32_t first, last;
  const std::u32string_view* pairs;
};
struct EastAsian {
  const char* name;
  const char* iconv;
  const std::u32string_view* common;
  bool kana;
};

// Of two that make the same text the one that stands first.
const std::vector<Script>& scripts() {
  static const std::vector<Script> all = {
      {"cp1251", "CP1251", 0x400, 0x491, &kCyrillicPairs}, {"koi8-r", "KOI8-R", 0x400, 0x491, &kCyrillicPairs},
      {"cp866", "CP866", 0x400, 0x491, &kCyrillicPairs},   {"iso-8859-5", "ISO-8859-5", 0x400, 0x491, &kCyrillicPairs},
      {"cp1253", "CP1253", 0x386, 0x3CE, &kGreekPairs},    {"iso-8859-7", "ISO-8859-7", 0x386, 0x3CE, &kGreekPairs},
      {"cp1255", "CP1255", 0x5B0, 0x5EA, &kHebrewPairs},   {"cp1256", "CP1256", 0x620, 0x652, &kArabicPairs},
      {"cp874", "CP874", 0xE01, 0xE4E, &kThaiPairs},       {"shift_jis", "CP932", 0xFF66, 0xFF9F, &kKanaPairs}};
  return all;
}
const std::vector<EastAsian>& eastAsian() {
  static const std::vector<EastAsian> all = {{"gb18030", "GB18030", &kCommonHanzi, false}, {"gb18030", "GB18030", &kCommonTraditional, false},
                                             {"big5", "BIG5", &kCommonTraditional, false}, {"shift_jis", "CP932", &kCommonKanji, true},
                                             {"euc-jp", "EUC-JP", &kCommonKanji, true},    {"euc-kr", "CP949", &kCommonHangul, false}};
  return all;
}

// Lines with a character beyond ASCII. No encoding has a line end within a character.
std::string partOf(std::string_view bytes, bool& cut) {
  std::string part;
  for (std::size_t at = 0; at < bytes.size();) {
    std::size_t end = bytes.find_first_of("\r\n", at);
    const bool last = end == std::string_view::npos;
    if (last) end = bytes.size();
    const std::string_view line = bytes.substr(at, end - at);
    if (std::any_of(line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; })) {
      if (part.size() + line.size() > kLookedAt && !part.empty()) {
        cut = false;  // the end of the bytes was not met
        return part;
      }
      part += line.substr(0, kLookedAt);
      if (line.size() > kLookedAt) {
        cut = true;
        return part;
      }
      if (last) return part;
      part += '\n';
    }
    at = end + 1;
  }
  cut = false;  // the last line is plain
  return part;
}

// Empty: the bytes are none of the encoding.
std::u32string decoded(std::string bytes, const char* encoding, bool cut) {
  iconv_t converter = iconv_open("UTF-32LE", encoding);
  if (converter == reinterpret_cast<iconv_t>(-1)) return {};  // NOLINT(performance-no-int-to-ptr): what POSIX says
  std::u32string result(bytes.size() + 1, U'\0');
  char *in = bytes.data(), *out = reinterpret_cast<char*>(result.data());
  std::size_t left = bytes.size(), room = result.size() * sizeof(char32_t);
  bool good = iconv(converter, &in, &left, &out, &room) != static_cast<std::size_t>(-1) || (cut && errno == EINVAL);
  if (good && left == 0) good = iconv(converter, nullptr, nullptr, &out, &room) != static_cast<std::size_t>(-1);
  iconv_close(converter);
  if (!good) return {};
  result.resize(result.size() - room / sizeof(char32_t));
  return result;
}

// Small, and of Greek without accents.
char32_t plain(char32_t c) {
  if (c >= 0x410 && c <= 0x42F) return c + 0x20;
  if (c >= 0x400 && c <= 0x40F) return c + 0x50;
  if (c == 0x490) return 0x491;
  constexpr std::u32string_view kAccented = U"άέήίόύώϊϋΐΰΆΈΉΊΌΎΏΪΫ", kPlain = U"αεηιουωιυιυαεηιουωιυ";
  if (const std::size_t at = c >= 0x386 && c <= 0x3CE ? kAccented.find(c) : std::u32string_view::npos; at != std::u32string_view::npos)
    return kPlain[at];
  return c >= 0x391 && c <= 0x3A9 ? c + 0x20 : c;
}

bool isLatin(char32_t c) {
  return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
}

// How common each pair is, of 1.
const std::unordered_map<std::uint64_t, double>& weightsOf(const std::u32string_view& pairs) {
  static const auto all = [] {
    std::unordered_map<const std::u32string_view*, std::unordered_map<std::uint64_t, double>> maps;
    for (const Script& script : scripts()) {
      auto& weights = maps[script.pairs];
      const std::size_t count = script.pairs->size() / 2;
      for (std::size_t i = 0; i < count; ++i)
        weights[static_cast<std::uint64_t>((*script.pairs)[2 * i]) << 32U | (*script.pairs)[2 * i + 1]] =
            1 - 0.7 * static_cast<double>(i) / static_cast<double>(count);
    }
    return maps;
  }();
  return all.at(&pairs);
}

// The share of the pairs of letters in its words that are common; each word counts once.
double scoreOf(const std::u32string& text, const Script& script) {
  const auto& weights = weightsOf(*script.pairs);
  std::unordered_set<std::u32string> words;
  double score = 0, pairs = 0;
  const auto isLetter = [&](char32_t c) { return c >= script.first && c <= script.last; };
  for (std::size_t at = 0; at < text.size() && words.size() < kMostWords;) {
    if (text[at] < 0x80) {
      ++at;
      continue;
    }
    std::size_t end = at, others = 0;
    while (end < text.size() && text[end] >= 0x80) others += isLetter(text[end++]) ? 0 : 1;
    std::u32string word = text.substr(at, end - at);
    const bool glued = (at > 0 && isLatin(text[at - 1])) || (end < text.size() && isLatin(text[end]));
    at = end;
    if (!words.insert(word).second) continue;
    if (word.size() == 1 || others == word.size()) continue;  // a letter alone is a word of many languages
    char32_t before = U' ';
    for (const char32_t c : word + U' ') {
      const char32_t small = plain(c);
      const bool fits = !glued && (c == U' ' || isLetter(c));
      pairs += 1;
      const auto found = weights.find(static_cast<std::uint64_t>(before) << 32U | small);
      if (fits && found != weights.end()) score += found->second;
      before = small;
    }
  }
  return pairs > 0 ? score / pairs : 0;
}

// The share of its characters that are common in the language, those of each word counted once.
double scoreOf(const std::u32string& text, const EastAsian& one) {
  static const auto sets = [] {
    std::unordered_map<const std::u32string_view*, std::unordered_set<char32_t>> all;
    for (const EastAsian& script : eastAsian()) all[script.common].insert(script.common->begin(), script.common->end());
    return all;
  }();
  const std::unordered_set<char32_t>& common = sets.at(one.common);
  std::unordered_set<std::u32string> words;
  double letters = 0, score = 0;
  const auto within = [](char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; };
  for (std::size_t at = 0; at < text.size() && words.size() < kMostWords;) {
    if (text[at] < 0x80) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && text[end] >= 0x80) ++end;
    const std::u32string word = text.substr(at, end - at);
    const bool glued = (at > 0 && isLatin(text[at - 1])) || (end < text.size() && isLatin(text[end]));
    at = end;
    if (!words.insert(word).second) continue;
    for (const char32_t c : word) {
      const bool sign =
          within(c, 0x80, 0xBF) || within(c, 0x2010, 0x22FF) || within(c, 0x2500, 0x26FF) || within(c, 0x3000, 0x303F) || within(c, 0xFF01, 0xFF60);
      if (sign) continue;
      letters += 1;
      const bool kana = within(c, 0x3041, 0x30FE);
      if (!glued && (kana ? one.kana : common.contains(c))) score += 1;
    }
  }
  return letters >= 2 ? score / letters : 0;
}

}  // namespace

std::vector<EncodingGuess> scriptGuesses(std::string_view bytes, bool cut) {
  const std::string part = partOf(bytes, cut);
  std::vector<EncodingGuess> guesses;
  if (part.empty()) return guesses;
  const auto add = [&](const auto& one) {
    std::u32string text = decoded(part, one.iconv, cut);
    if (text.empty()) return;
    const double score = scoreOf(text, one);
    if (score <= 0) return;
    const auto same = std::find_if(guesses.begin(), guesses.end(), [&](const EncodingGuess& guess) { return guess.text == text; });
    if (same == guesses.end()) guesses.push_back({one.name, score, std::move(text)});
    else same->score = std::max(same->score, score);
  };
  for (const Script& script : scripts()) add(script);
  for (const EastAsian& one : eastAsian()) add(one);
  std::stable_sort(guesses.begin(), guesses.end(), [](const EncodingGuess& a, const EncodingGuess& b) { return a.score > b.score; });
  return guesses;
}

ScriptEncoding scriptEncodingOf(std::string_view bytes, bool cut) {
  const std::vector<EncodingGuess> guesses = scriptGuesses(bytes, cut);
  ScriptEncoding result;
  if (guesses.empty()) return result;
  result.certain = guesses[0].score >= kLeastScore && (guesses.size() == 1 || guesses[0].score - guesses[1].score >= kLeastLead);
  result.likely = guesses[0].score >= kLikely;
  result.name = guesses[0].name;
  return result;
}

}  // namespace stepscope
