// Pieces of HTML. Names and notes may come from files of other people, so every text that the program did not write itself passes through escaped().
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope::html {

// & < > " ' become entities. Control characters (except line feed and tab) and bytes that are not UTF-8 become U+FFFD, so the page stays well formed.
std::string escaped(std::string_view text);

// A name from a file: as one line (oneLine()), escaped and in a <bdi>, so that a name written from right to left does not reorder the text beside it.
std::string name(std::string_view text);

struct Column {
  std::string title;
  bool numeric = false;  // right-aligned
};
// Cells are plain text and are escaped here.
std::string table(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows);
// A table of names and values. With several `pairs` of columns side by side it fills the page's width; each pair of columns is read from top to
// bottom.
std::string facts(const std::vector<std::pair<std::string, std::string>>& rows, std::size_t pairs = 1);

// The page around `body`. It contains its style sheet and loads nothing; light or dark follows the reader's system. `language` is the BCP 47 tag of
// the text ("en", "zh-CN").
std::string page(std::string_view title, std::string_view body, std::string_view language = "en");

}  // namespace stepscope::html
