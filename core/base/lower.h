// A text in small letters where only ASCII ones matter: endings of files, names of formats. Other bytes stay, whatever the locale.
#pragma once

#include <string>

namespace stepscope {

inline std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

}  // namespace stepscope
