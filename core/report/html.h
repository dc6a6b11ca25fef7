// Pieces of HTML. Names and notes come from strangers' files: whatever is not written by us passes through escaped().
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope::html {

// & < > " ' become entities; control characters and bytes that are no UTF-8 become U+FFFD, so that a page stays well formed.
std::string escaped(std::string_view text);

// A stranger's name as oneLine() has it, escaped and in a <bdi>, so that no script changes the order of the figures beside it.
std::string name(std::string_view text);

struct Column {
  std::string title;
  bool numeric = false;  // right-aligned
};
// Cells are plain text and are escaped here.
std::string table(const std::vector<Column>& columns, const std::vector<std::vector<std::string>>& rows);
// Two columns: what, and its value; several such pairs side by side fill the page's width, read from top to bottom.
std::string facts(const std::vector<std::pair<std::string, std::string>>& rows, std::size_t pairs = 1);

// The page around `body`: style sheet inside, nothing outside; light and dark follow the reader's system.
// language: of its text, as BCP 47 names it ("en", "zh-CN").
std::string page(std::string_view title, std::string_view body, std::string_view language = "en");

}  // namespace stepscope::html
