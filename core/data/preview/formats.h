// Formats of data that are not read: how each is known, what it is called and how to get on. One table; recognize() asks it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

struct FormatDef {
  std::string_view title;                    // "a NumPy archive"
  std::vector<std::string_view> extensions;  // ".npz"; lower case
  std::string_view magic;                    // bytes that a file of it has at `at`; empty: told by its name alone
  std::size_t at;
  // A sentence before the line, and a line for a shell in which {} is the file or folder, quoted. Empty: there is none.
  std::string_view cure, line;
};

const std::vector<FormatDef>& otherFormats();

// The format of a file by its name and first bytes; of two that fit the bytes the name decides. Null: none of the table.
const FormatDef* otherFormatOf(const std::string& file, std::string_view head);
// The same by the name alone: ".gz" at its end is passed over.
const FormatDef* otherFormatOf(const std::string& file);

// Its line for this path; empty: it has none.
std::string commandOf(const FormatDef& format, const std::string& path);
// For a folder of shards of WebDataset, and for one of pictures that Pillow opens.
std::string shardsCommand(const std::string& folder);
std::string picturesCommand(const std::string& folder);

// For a shell: in single quotes where it needs them.
std::string shellQuoted(const std::string& text);

}  // namespace stepscope
