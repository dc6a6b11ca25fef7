// Lower case for words, so that TOTAL and ИТОГО are found as total and итого.
#pragma once

#include <string>
#include <string_view>

#include "core/base/lower.h"

namespace stepscope {

// ASCII, and in UTF-8 the capitals of Latin-1, Greek and Cyrillic, which are 32 before their small letters (80 for the first Cyrillic ones).
inline std::string smallLetters(std::string_view text) {
  std::string result(text);
  for (std::size_t i = 0; i < result.size(); ++i) {
    result[i] = lower(result[i]);
    const auto lead = static_cast<unsigned char>(result[i]);
    if ((lead & 0xE0) != 0xC0 || i + 1 >= result.size()) continue;
    unsigned code = (lead & 0x1FU) << 6 | (static_cast<unsigned char>(result[i + 1]) & 0x3FU);
    if ((code >= 0xC0 && code <= 0xDE && code != 0xD7) || (code >= 0x391 && code <= 0x3A9) || (code >= 0x410 && code <= 0x42F)) code += 0x20;
    else if (code >= 0x400 && code <= 0x40F) code += 0x50;
    result[i] = static_cast<char>(0xC0U | code >> 6);
    result[i + 1] = static_cast<char>(0x80U | (code & 0x3FU));
    ++i;
  }
  return result;
}

}  // namespace stepscope
