#include "core/words/sentence_parts.h"

#include <algorithm>
#include <array>

namespace stepscope {
namespace {

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
bool isBlank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
bool inFigure(char c) {
  return isDigit(c) || c == '.' || c == ',';
}

// Whether a word is a name from code: "aten::item", "cudaStreamSynchronize", "torch.autocast".
bool isCode(std::string_view word) {
  if (word.find("::") != std::string_view::npos) return true;
  for (std::size_t i = 1; i + 1 < word.size(); ++i) {
    const bool camel = word[i] >= 'A' && word[i] <= 'Z' && word[i - 1] >= 'a' && word[i - 1] <= 'z';
    if (camel || word[i] == '_' || (word[i] == '.' && isLetter(word[i - 1]) && isLetter(word[i + 1]))) return true;
  }
  return false;
}

}  // namespace

std::size_t lettersOf(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), isLetter));
}

bool isSentence(std::string_view text) {
  std::size_t run = 0;     // number of letters right before this place
  bool afterWord = false;  // these letters follow a word of at least two letters and a blank
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (isLetter(text[i])) {
      if (++run >= 2 && afterWord) return true;
      continue;
    }
    afterWord = text[i] == ' ' && run >= 2;
    run = 0;
  }
  return false;
}

bool isClause(std::string_view text) {
  constexpr std::array<std::string_view, 22> kJoining{"the", "is",   "are",  "was",  "were", "has", "have", "its", "it", "that",  "which",
                                                      "at",  "with", "than", "from", "to",   "of",  "in",   "and", "a",  "takes", "only"};
  std::size_t words = 0;
  bool joins = false;
  for (const std::string& word : split(text, " ")) {
    words += lettersOf(word) >= 2 && !isCode(word);
    joins = joins || std::find(kJoining.begin(), kJoining.end(), word) != kJoining.end();
  }
  return joins && words >= 2;
}

// "5 steps", "11 689 512 points"
bool isCount(std::string_view text) {
  const std::size_t blank = text.rfind(' ');
  if (blank == std::string_view::npos || blank == 0 || blank + 1 == text.size() || !inFigure(text[0])) return false;
  const std::string_view count = text.substr(0, blank), noun = text.substr(blank + 1);
  return std::all_of(count.begin(), count.end(), [](char c) { return inFigure(c) || c == ' '; }) &&
         std::all_of(noun.begin(), noun.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

bool isPartOf(std::string_view text) {
  const std::size_t of = text.find(" of ");
  const auto isFigure = [](std::string_view one) {
    const std::size_t blank = one.find(' ');
    return !one.empty() && isDigit(one[0]) &&
           (blank == std::string_view::npos || (beforeUnit(one, blank) && one.find(' ', blank + 1) == std::string_view::npos));
  };
  return of != std::string_view::npos && isFigure(text.substr(0, of)) && isFigure(text.substr(of + 4));
}

bool endsSentence(std::string_view text) {
  constexpr std::array<std::string_view, 4> kEnds{"\u3002", "\uFF1F", "\uFF1B", "\uFF01"};
  return std::any_of(kEnds.begin(), kEnds.end(), [&](std::string_view end) { return text.ends_with(end); });
}

bool beforeUnit(std::string_view text, std::size_t blank) {
  constexpr std::array<std::string_view, 18> kUnits{"%",  "s",  "ns", "\u00B5s", "ms", "min", "h",   "d",   "B",
                                                    "KB", "MB", "GB", "TB",      "iB", "KiB", "MiB", "GiB", "TiB"};
  if (blank == 0 || !isDigit(text[blank - 1])) return false;
  const std::string_view rest = text.substr(blank + 1);
  return std::any_of(kUnits.begin(), kUnits.end(),
                     [&](std::string_view unit) { return rest.starts_with(unit) && (rest.size() == unit.size() || !isLetter(rest[unit.size()])); });
}

std::vector<std::string> sentencesOf(std::string_view text) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  int open = 0;  // brackets
  for (std::size_t i = 1; i < text.size(); ++i) {
    std::size_t end = i;
    open += text[i - 1] == '(' ? 1 : text[i - 1] == ')' && open > 0 ? -1 : 0;
    if (isBlank(text[i]) && std::string_view(".?!;").find(text[i - 1]) != std::string_view::npos && !(text[i - 1] == ';' && open > 0)) {
      while (end < text.size() && isBlank(text[end])) ++end;
      if (end == text.size() || isDigit(text[end])) end = text[i] == '\n' ? i + 1 : i;  // "no. 5" does not end a sentence
    } else if (text[i] == '\n') {
      end = i + 1;
    }
    if (end == i) continue;
    parts.emplace_back(text.substr(from, i - from));
    if (text[i] == '\n') parts.back() += '\n';
    from = end;
    i = end - 1;
  }
  parts.emplace_back(text.substr(from));
  return parts;
}

std::vector<std::string> split(std::string_view text, std::string_view at) {
  std::vector<std::string> parts;
  for (std::size_t found = 0; (found = text.find(at)) != std::string_view::npos; text.remove_prefix(found + at.size()))
    parts.emplace_back(text.substr(0, found));
  parts.emplace_back(text);
  return parts;
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size()) text.replace(at, what.size(), with);
  return text;
}

std::optional<NamedPart> changePart(std::string_view text) {
  for (std::size_t blank = text.find(' ', 1); blank != std::string_view::npos; blank = text.find(' ', blank + 1)) {
    const std::size_t end = std::min(text.find_first_of(" \t\n", blank + 1), text.size());
    if (end == blank + 1) continue;
    for (const std::string_view arrow : {std::string_view(" -> "), std::string_view(" \u2192 ")})
      if (text.substr(end).starts_with(arrow) && end + arrow.size() < text.size() && !isBlank(text[end + arrow.size()]))
        return NamedPart{{}, std::string(text.substr(0, blank)), std::string(text.substr(blank))};
  }
  return {};
}

std::optional<NamedPart> figurePart(std::string_view text) {
  std::size_t blank = text.rfind(' ');
  if (blank != std::string_view::npos && blank > 0 && beforeUnit(text, blank)) blank = text.rfind(' ', blank - 1);
  if (blank == std::string_view::npos || blank == 0 || blank + 1 == text.size()) return {};
  const char first = text[blank + 1];
  const bool sign = first == '+' || first == '-';
  if (!isDigit(first) && !(sign && blank + 2 < text.size() && isDigit(text[blank + 2]))) return {};
  return NamedPart{{}, std::string(text.substr(0, blank)), std::string(text.substr(blank))};
}

std::optional<NamedPart> differencePart(std::string_view text) {
  if (text.empty() || (text[0] != '+' && text[0] != '-')) return {};
  std::size_t at = 1;
  while (at < text.size() && inFigure(text[at])) ++at;
  if (at == 1) return {};
  if (text.substr(at).starts_with(" % ")) at += 2;
  if (at + 1 >= text.size() || text[at] != ' ') return {};
  return NamedPart{std::string(text.substr(0, at + 1)), std::string(text.substr(at + 1)), {}};
}

}  // namespace stepscope
