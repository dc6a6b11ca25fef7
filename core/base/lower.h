// A text in small letters where only ASCII ones matter: endings of files, names of formats and kernels. Other bytes stay, whatever the locale.
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
