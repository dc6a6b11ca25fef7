// Finds the encoding of a text in Latin letters with one byte per character, by its letters. Private to core/data.
#pragma once

#include <string>
#include <string_view>

namespace stepscope {

// The encoding in which the letters above ASCII belong to one language. If there are several, Western European is preferred. Empty: none
// fits.
std::string eightBitEncodingOf(std::string_view bytes);

}  // namespace stepscope
