#include "core/data/eight_bit_encoding.h"

#include <iconv.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace stepscope {
namespace {

constexpr std::size_t kBytes = 128;  // bytes above ASCII

struct Page {
  const char* name;   // in a project file
  const char* iconv;  // its name in the C library
};
constexpr Page kCp1252{"cp1252", "CP1252"}, kCp1254{"cp1254", "CP1254"}, kCp1250{"cp1250", "CP1250"}, kLatin2{"latin-2", "ISO-8859-2"},
    kCp1257{"cp1257", "CP1257"}, kMac{"mac-roman", "MACINTOSH"}, kCp850{"cp850", "CP850"}, kCp852{"cp852", "CP852"};
// Lower-case letters above ASCII of languages that use Latin letters.
constexpr std::u32string_view kGerman = U"äöüß", kFrench = U"àâæçèéêëîïôœùûü", kSpanish = U"áéíóúüñçàèòï", kPortuguese = U"áâãàçéêíóôõúü",
                              kItalian = U"àèéìíîòóùú", kDutch = U"éëïóöüèáêçä", kNordic = U"åäöæøéüàè", kIcelandic = U"áéíóúýþæöð",
                              kEstonian = U"äöüõ", kTurkish = U"çğıİöşüâîû", kPolish = U"ąćęłńóśźż", kCzech = U"áčďéěíňóřšťúůýž",
                              kSlovak = U"áäčďéíĺľňóôŕšťúýž", kHungarian = U"áéíóöőúüű", kCroatian = U"čćđšž", kRomanian = U"ăâîşţ",
                              kLithuanian = U"ąčęėįšųūž", kLatvian = U"āčēģīķļņšūž", kWestern = U"äöüßàâæçèéêëîïôœùûáíóúñåøãõ";

struct Latin {
  Page page;
  std::u32string_view letters;
};
// If two fit equally well, the first one is used.
constexpr Latin kLatin[] = {{kCp1252, kGerman},     {kCp1252, kFrench},  {kCp1252, kSpanish},   {kCp1252, kPortuguese}, {kCp1252, kItalian},
                            {kCp1252, kDutch},      {kCp1252, kNordic},  {kCp1254, kTurkish},   {kCp1252, kIcelandic},  {kCp1252, kEstonian},
                            {kCp1250, kPolish},     {kCp1250, kCzech},   {kCp1250, kSlovak},    {kCp1250, kHungarian},  {kCp1250, kCroatian},
                            {kCp1250, kRomanian},   {kLatin2, kPolish},  {kLatin2, kCzech},     {kLatin2, kSlovak},     {kLatin2, kHungarian},
                            {kCp1257, kLithuanian}, {kCp1257, kLatvian}, {kCp1252, kWestern},   {kMac, kGerman},        {kMac, kFrench},
                            {kMac, kSpanish},       {kMac, kPortuguese}, {kMac, kItalian},      {kMac, kNordic},        {kCp850, kGerman},
                            {kCp850, kFrench},      {kCp850, kSpanish},  {kCp850, kPortuguese}, {kCp850, kItalian},     {kCp850, kNordic},
                            {kCp852, kPolish},      {kCp852, kCzech},    {kCp852, kSlovak},     {kCp852, kHungarian}};

using Characters = std::array<char32_t, kBytes>;  // 0: the encoding has no such byte

Characters charactersOf(const Page& page) {
  Characters all{};
  iconv_t converter = iconv_open("UTF-32LE", page.iconv);
  if (converter == reinterpret_cast<iconv_t>(-1)) return all;  // NOLINT(performance-no-int-to-ptr): what POSIX says
  for (std::size_t i = 0; i < kBytes; ++i) {
    char byte = static_cast<char>(kBytes + i);
    std::array<unsigned char, 8> wide{};
    char *in = &byte, *out = reinterpret_cast<char*>(wide.data());
    std::size_t left = 1, room = wide.size();
    iconv(converter, nullptr, nullptr, nullptr, nullptr);
    if (iconv(converter, &in, &left, &out, &room) == static_cast<std::size_t>(-1) || left > 0) continue;
    iconv(converter, nullptr, nullptr, &out, &room);
    all[i] = static_cast<char32_t>(wide[0]) | static_cast<char32_t>(wide[1]) << 8 | static_cast<char32_t>(wide[2]) << 16;
    if (all[i] < 0xA0) all[i] = 0;  // a control character
  }
  iconv_close(converter);
  return all;
}

char32_t small(char32_t c) {
  const auto within = [&](char32_t first, char32_t last) { return c >= first && c <= last; };
  if (within(0xC0, 0xDE) && c != 0xD7) return c + 0x20;
  if (c == 0x130 || c == 0x138 || c == 0x149) return c;
  if (c == 0x178) return 0xFF;
  if (within(0x139, 0x148) || within(0x179, 0x17E)) return c % 2 == 1 ? c + 1 : c;
  return within(0x100, 0x177) && c % 2 == 0 ? c + 1 : c;
}

bool isLetter(char32_t c) {
  return (c >= 0xC0 && c <= 0x24F && c != 0xD7 && c != 0xF7) || (c >= 0x370 && c <= 0x6FF) || (c >= 0xE01 && c <= 0xE4E);
}

// How often a byte above ASCII is at each kind of position.
struct Places {
  std::int64_t all = 0, between = 0, before = 0;  // between two letters; at the beginning of a word, before a letter
  std::int64_t insideSmall = 0;                   // after an ASCII letter, if that one or the next letter is lower case
  std::int64_t beforeE = 0, beforeVowel = 0;
};
struct Counted {
  std::array<Places, kBytes> bytes;
  std::int64_t beyond = 0, latin = 0;  // bytes from 0xC0 on, and ASCII letters
};

Counted count(std::string_view text) {
  Counted counted;
  const auto isLatin = [](unsigned char c) { return (c | 0x20U) >= 'a' && (c | 0x20U) <= 'z'; };
  unsigned char last = ' ';
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    counted.latin += isLatin(byte) ? 1 : 0;
    if (byte >= kBytes) {
      const unsigned char next = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : ' ';
      const bool latinBefore = isLatin(last), latinAfter = isLatin(next), inFront = latinBefore || last >= kBytes,
                 behind = latinAfter || next >= kBytes;
      Places& here = counted.bytes[byte - kBytes];
      ++here.all;
      here.between += inFront && behind ? 1 : 0;
      here.before += !inFront && behind ? 1 : 0;
      here.insideSmall += latinBefore && (last >= 'a' || (latinAfter && next >= 'a')) ? 1 : 0;
      constexpr std::string_view kVowels = "aeiouyAEIOUY";
      here.beforeE += (next | 0x20U) == 'e' ? 1 : 0;
      here.beforeVowel += next >= kBytes || kVowels.find(static_cast<char>(next)) != std::string_view::npos ? 1 : 0;
      counted.beyond += byte >= 0xC0 ? 1 : 0;
    }
    last = byte;
  }
  return counted;
}

// How often a letter is at a position where its language does not have it: "Gyõr", "Gdañsk" and "Mìsto" are words of other languages, read wrongly.
std::int64_t misplaced(char32_t letter, const Places& here, std::u32string_view letters) {
  if (letter == U'õ' && letters != kEstonian) return here.all - here.beforeE;  // Portuguese: "õe"
  if (letter == U'ñ') return here.all - here.beforeVowel;
  constexpr std::u32string_view kGraves = U"àìòù";
  return letters == kItalian && kGraves.find(letter) != std::u32string_view::npos ? here.between : 0;  // they end words
}

struct Fit {
  std::int64_t bad = 0, odd = 0;  // characters that do not belong there; signs at the beginning of a word
  int different = 0;              // letters of the language
};

// How well the bytes fit a language (`letters`) in an encoding (`characters`); nothing if the encoding lacks one of the bytes. `usual`: the
// characters of CP1252.
std::optional<Fit> fitOf(const Counted& counted, const Characters& characters, const Characters& usual, std::u32string_view letters) {
  Fit fit;
  for (std::size_t i = 0; i < kBytes; ++i) {
    const Places& here = counted.bytes[i];
    if (here.all == 0) continue;
    const char32_t c = characters[i];
    if (c == 0) return std::nullopt;
    const bool frame = c >= 0x2500 && c <= 0x259F;  // line characters of tables in DOS
    if (letters.find(small(c)) != std::u32string_view::npos) {
      // A byte that CP1252 reads as a sign counts only within words: the last one of "m³" is more likely a sign.
      fit.different += isLetter(usual[i]) || here.between > 0 ? 1 : 0;
      fit.bad += misplaced(small(c), here, letters);
      if (small(c) != c) fit.bad += here.insideSmall;  // a capital within a word
    } else if (isLetter(c) || frame) {
      fit.bad += here.all;
    } else if (c != U'\u2019' && c != U'\u00B7' && c != U'\u2013' && c != U'\u00A0' &&
               c != U'\u00B5') {  // an apostrophe and similar signs may be inside words
      fit.bad += here.between;
      fit.odd += here.before;
    }
  }
  return fit;
}

}  // namespace

std::string eightBitEncodingOf(std::string_view bytes) {
  if (bytes.find('\0') != std::string_view::npos) return {};
  const Counted counted = count(bytes);
  const bool otherScript = counted.beyond > counted.latin;
  std::optional<Fit> best, western;
  std::string name;
  std::string_view page;
  Characters characters{};
  const Characters usual = charactersOf(kCp1252);
  for (const Latin& one : kLatin) {
    if (page != one.page.name) characters = charactersOf(one.page);
    page = one.page.name;
    const std::optional<Fit> fit = fitOf(counted, characters, usual, one.letters);
    if (!fit) continue;
    const bool first = page == kCp1252.name;
    if (first && (!western || fit->bad < western->bad)) western = fit;
    // If CP1252 fits too, another encoding needs at least two different letters of its language, and a sign that CP1252 puts before a word.
    if (!first && western && western->bad == 0 && (fit->different < 2 || western->odd == 0)) continue;
    if (!best || fit->bad < best->bad || (fit->bad == best->bad && fit->odd < best->odd)) {
      best = fit;
      name = page;
    }
  }
  if (best && best->bad == 0) return name;
  // Letters of several languages: Western European, unless another encoding gives clearly better words.
  if (western && !otherScript && (!best || best->bad * 10 > western->bad)) return kCp1252.name;
  return best && !otherScript ? name : std::string();
}

}  // namespace stepscope
