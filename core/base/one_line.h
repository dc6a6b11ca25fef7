// Makes foreign text (names of runs, tags, series, notes) safe for a terminal, a table or a page: no control character moves the cursor, changes
// colours or breaks a row, and no mark changes the direction of the text beside it (Unicode Standard Annex 9).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace stepscope {

// Length of the well-formed UTF-8 sequence at `at`, 0 if there is none (RFC 3629: no overlong forms, no surrogates).
std::size_t utf8Length(std::string_view text, std::size_t at);

inline constexpr int kLineCharacters = 200;
// A name as one line: each run of blanks and controls becomes one blank, at most six combining marks stay on a letter, and after kLineCharacters
// characters it ends with an ellipsis. If nothing is left, the result is "(unnamed)".
std::string oneLine(std::string_view text);

// A text of any length that keeps its newlines and tabs. Other controls become blanks; bytes that are not valid UTF-8 become U+FFFD.
std::string withoutControls(std::string_view text);

}  // namespace stepscope
