// Texts of one byte a character: which encoding they are in, told by their letters. Private to core/data.
#pragma once

#include <string>
#include <string_view>

namespace stepscope {

struct EightBitEncoding {
  std::string name;    // as a project file says it; empty: none fits
  bool exact = false;  // every letter is one of the language that was found
};

// The encoding in which the letters beyond ASCII are those of one language. Where several are, Western European goes before the others.
EightBitEncoding eightBitEncodingOf(std::string_view bytes);

}  // namespace stepscope
