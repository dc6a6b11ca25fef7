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

// The encoding of a text: by its byte order mark, by the positions of zero bytes, UTF-8 if it is valid, and else the one in which its bytes are
// characters of one language. Empty: none fits (a binary file, or UTF-8 with damage). cut: the text continues, so the last character may be
// cut.
std::string encodingOf(std::string_view bytes, bool cut = false);

// If none was found: the names of a few encodings in which the bytes are characters of one script, the most likely first.
std::vector<std::string> possibleEncodings(std::string_view bytes);

// The text in UTF-8 without a byte order mark. Throws Error (Input) naming `file` if bytes are invalid in that encoding. cut: the last character may
// be cut and is then left out.
std::string toUtf8(std::string bytes, const std::string& encoding, const std::string& file, bool cut = false);

}  // namespace stepscope
