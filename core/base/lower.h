// Lower case for texts in which only ASCII matters: file extensions, names of formats. Other bytes are not changed, whatever the locale.
#pragma once

#include <string>

namespace stepscope {

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string lower(std::string text) {
  for (char& c : text) c = lower(c);
  return text;
}

}  // namespace stepscope
