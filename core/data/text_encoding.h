// Texts in other encodings than UTF-8: found by their bytes, and converted.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

// Bytes of the character that begins at `at`; 0 where the bytes are not UTF-8 (RFC 3629: no overlong forms, no surrogates).
std::size_t utf8LengthAt(std::string_view text, std::size_t at);

// Throws Error (Input) with file:line:column of the first byte that is not UTF-8, if there is one.
void throwNotUtf8(std::string_view text, const std::string& file);

// What data.encoding may say, "auto" first.
const std::vector<std::string>& encodingNames();
// "GB18030 (Chinese)" of "gb18030".
std::string encodingTitle(const std::string& name);

// The encoding of a text: by its byte order mark, by where its zero bytes are, as UTF-8 where it is valid, and else as that in which its
// bytes make the characters of one language. Empty: none fits (a file that is no text, or UTF-8 with damaged places).
// cut: more follows, so that the last character may be cut.
std::string encodingOf(std::string_view bytes, bool cut = false);

// Where none was found: the names of a few in which the bytes are characters of one script, the likeliest first.
std::vector<std::string> possibleEncodings(std::string_view bytes);

// The text in UTF-8 without a byte order mark. Throws Error (Input) naming `file` where bytes are not of that encoding.
// cut: a character that is cut at the end is left out.
std::string toUtf8(std::string bytes, const std::string& encoding, const std::string& file, bool cut = false);

}  // namespace stepscope
