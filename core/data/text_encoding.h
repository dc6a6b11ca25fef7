// Detects and converts texts in other encodings than UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

// Number of bytes of the character at `at`; 0 if the bytes are not UTF-8 (RFC 3629: no overlong forms, no surrogates).
std::size_t utf8LengthAt(std::string_view text, std::size_t at);

// Throws Error (Input) with file:line:column of the first byte that is not UTF-8, if there is one.
void throwNotUtf8(std::string_view text, const std::string& file);

// The values of data.encoding, "auto" first.
const std::vector<std::string>& encodingNames();
// "GB18030 (Chinese)" for "gb18030".
std::string encodingTitle(const std::string& name);

// The encoding of a text, found by its byte order mark or by the positions of zero bytes; UTF-8 if the bytes are valid; else the encoding in which
// they are characters of one language. Empty: none fits (a binary file, or damaged UTF-8). `cut`: the text continues after `bytes`, so the last
// character may be incomplete.
std::string encodingOf(std::string_view bytes, bool cut = false);

// For a text whose encoding was not found: the names of up to four possible encodings, the most likely first.
std::vector<std::string> possibleEncodings(std::string_view bytes);

// The text in UTF-8 without a byte order mark. Throws Error (Input) naming `file` if bytes are invalid in that encoding. `cut`: the last character
// may be incomplete and is then left out. With encoding "utf-8" the bytes are not checked.
std::string toUtf8(std::string bytes, const std::string& encoding, const std::string& file, bool cut = false);

}  // namespace stepscope
