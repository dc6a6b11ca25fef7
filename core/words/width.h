// Columns of a terminal that a text takes: two for a character of East Asia that is wide or full-width (Unicode Standard Annex 11), none for a
// mark that is written over the one before it.
#pragma once

#include <string>
#include <string_view>

namespace stepscope {

int widthOf(char32_t character);
std::size_t widthOf(std::string_view utf8);
// The longest beginning that takes no more columns.
std::string cutToWidth(std::string_view utf8, std::size_t columns);

}  // namespace stepscope
