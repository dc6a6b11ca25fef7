// The table of unsupported data formats: how each is recognized, its name, and how to convert it. Used by recognize().
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

struct FormatDef {
  std::string_view title;                    // "a NumPy archive"
  std::vector<std::string_view> extensions;  // ".npz"; lower case
  std::string_view magic;                    // bytes at position `at` in such a file; empty: recognized only by its name
  std::size_t at;
  // A sentence before the command, and a shell command in which {} is the quoted file or folder. Empty: none.
  std::string_view cure, line;
};

const std::vector<FormatDef>& otherFormats();

// The format of a file by its name and first bytes; if two match the bytes, the name decides. Null: not in the table.
const FormatDef* otherFormatOf(const std::string& file, std::string_view head);
// The same by the name only: ".gz" at its end is ignored.
const FormatDef* otherFormatOf(const std::string& file);

// Its command for this path; empty: it has none.
std::string commandOf(const FormatDef& format, const std::string& path);
// For a folder of images that Pillow can open.
std::string picturesCommand(const std::string& folder);

// Quoted for a shell, if necessary.
std::string shellQuoted(const std::string& text);

}  // namespace stepscope
