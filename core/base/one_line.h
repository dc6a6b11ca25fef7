// Text of strangers (names of runs, tags, series, notes) as a terminal, a table or a page may have it: no control character moves the cursor,
// changes colours or breaks a row, and no mark turns the direction of what stands beside it (Unicode Standard Annex 9).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace stepscope {

// Length of the well-formed UTF-8 sequence at `at`, 0 if there is none (RFC 3629: no overlong forms, no surrogates).
std::size_t utf8Length(std::string_view text, std::size_t at);

inline constexpr int kLineCharacters = 200;
// A name as one line: blanks and controls as one blank, no more than six marks on a letter, an ellipsis after kLineCharacters characters. A
// name of nothing else is "(unnamed)".
std::string oneLine(std::string_view text);

// A text of any length with its newlines and tabs. Other controls become blanks, bytes that are no UTF-8 become U+FFFD.
std::string withoutControls(std::string_view text);

}  // namespace stepscope
