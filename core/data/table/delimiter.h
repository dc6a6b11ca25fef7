// What stands between the cells of a table.
#pragma once

#include <string_view>

namespace stepscope {

// The one of , ; tab | blank that cuts the first rows best into cells of equal number, two at least. Of two that do it equally well the one
// whose cells are numbers: "1,5;2,5" is two cells. A comma where none does.
char detectDelimiter(std::string_view text, char quote = '"');

// What stands round cells: ", or ' where many cells have one on both sides and none has the other.
char detectQuote(std::string_view text);

// Whether a line is a rule of dashes, as psql, MySQL and Markdown draw it: "----+----", "+---+---+", "|---|:--:|".
bool isRuleOfDashes(std::string_view line);

}  // namespace stepscope
