// The columns of a terminal that a text takes: two for a wide or full-width East Asian character (Unicode Standard Annex 11), none for combining
// marks and invisible characters.
#pragma once

#include <string>
#include <string_view>

namespace stepscope {

int widthOf(char32_t character);
std::size_t widthOf(std::string_view utf8);
// The longest beginning of the text that takes at most `columns` columns.
std::string cutToWidth(std::string_view utf8, std::size_t columns);

}  // namespace stepscope
