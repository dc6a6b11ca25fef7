#include "profiler/io/event_start.h"

#include <algorithm>
#include <array>

namespace stepscope {
namespace {

bool isSpace(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

// The last character before `at` that is not white space; 0 if there is none.
char before(std::string_view text, std::size_t at) {
  while (at > 0 && isSpace(text[at - 1])) --at;
  return at > 0 ? text[at - 1] : '\0';
}

std::size_t skipSpace(std::string_view text, std::size_t at) {
  while (at < text.size() && isSpace(text[at])) ++at;
  return at;
}

}  // namespace

std::size_t eventStart(std::string_view text, std::size_t from) {
  constexpr std::array<std::string_view, 6> kKeys{"ph", "cat", "name", "pid", "tid", "ts"};
  for (std::size_t at = text.find('{', from); at != std::string_view::npos; at = text.find('{', at + 1)) {
    if (const char c = before(text, at); c != ',' && c != '}') continue;
    const std::size_t quote = skipSpace(text, at + 1);
    if (quote >= text.size() || text[quote] != '"') continue;
    const std::size_t close = text.find('"', quote + 1);
    if (close == std::string_view::npos || close - quote > 5) continue;
    if (std::find(kKeys.begin(), kKeys.end(), text.substr(quote + 1, close - quote - 1)) == kKeys.end()) continue;
    if (const std::size_t colon = skipSpace(text, close + 1); colon < text.size() && text[colon] == ':') return at;
  }
  return kNoStart;
}

std::size_t listEnd(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find(']', from); at != std::string_view::npos; at = text.find(']', at + 1))
    if (before(text, at) == '}') {
      const std::size_t next = skipSpace(text, at + 1);
      if (next >= text.size() || text[next] == '}' || text[next] == ',') return at;
    }
  return kNoStart;
}

}  // namespace stepscope
