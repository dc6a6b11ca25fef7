#include "core/report/compared_table.h"

#include <algorithm>

namespace stepscope {
namespace {

// Tabs and line ends in a name become spaces, since they would end a cell or a line.
std::string cell(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  return text;
}

}  // namespace

std::string textOf(const ComparedTable& table, const std::string& title, const std::vector<std::string>& runs) {
  std::string text = cell(title);
  for (const std::string& run : runs) text += "\t" + cell(run);
  text += "\n";
  for (const ComparedRow& row : table.rows) {
    text += cell(row.of.empty() ? row.title : row.title + ", " + row.of);
    for (const ComparedCell& one : row.cells) text += "\t" + cell(one.change.empty() ? one.text : one.text + " (" + one.change + ")");
    text += "\n";
  }
  return text;
}

}  // namespace stepscope
