#include "core/backend/fusion_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "core/graph/op.h"

namespace stepscope {

namespace {

// The title of a chain: for "mul+add" the titles of both ops, joined with " + ".
std::string chainTitle(const std::string& ops) {
  std::string title;
  for (std::size_t begin = 0; begin < ops.size();) {
    const std::size_t end = std::min(ops.find('+', begin), ops.size());
    const OpDef* op = findOp(std::string_view(ops).substr(begin, end - begin));
    if (!title.empty()) title += " + ";
    title += op ? op->title : std::string_view("?");
    begin = end + 1;
  }
  return title;
}

}  // namespace

std::vector<std::string> describeFusions(const Program& program) {
  std::map<std::string, int> kernels;  // by their title
  for (const Node& node : program.graph().nodes()) {
    if (node.attrs.has("ops")) {
      ++kernels[chainTitle(node.attrs.text("ops")) + (node.attrs.flag("column_sums") ? " + bias gradient" : "")];
    } else if (node.op->fused) {
      ++kernels[titleOf(node)];
    }
  }
  if (kernels.empty()) return {};
  std::string text = "one kernel each:";
  for (const auto& [title, count] : kernels) text += fmt::format("{} {} {}", text.back() == ':' ? "" : ",", count, title);
  return {std::move(text)};
}

}  // namespace stepscope
