// Texts in Latin letters, of one byte a character: which encoding they are in, told by their letters. Private to core/data.
#pragma once

#include <string>
#include <string_view>

namespace stepscope {

// The encoding in which the letters beyond ASCII are those of one language. Where several are, Western European goes before the others. Empty: none
// fits.
std::string eightBitEncodingOf(std::string_view bytes);

}  // namespace stepscope
