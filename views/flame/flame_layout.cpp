#include "views/flame/flame_layout.h"

#include <QString>
#include <algorithm>

namespace stepscope {

std::vector<FlameBox> layOutFlames(const std::vector<FlameNode>& nodes, int focus, double least) {
  std::vector<FlameBox> boxes;
  if (focus < 0 || static_cast<std::size_t>(focus) >= nodes.size() || nodes[static_cast<std::size_t>(focus)].totalNs <= 0) return boxes;
  std::vector<std::vector<int>> children(nodes.size());
  for (std::size_t i = 1; i < nodes.size(); ++i) children[static_cast<std::size_t>(nodes[i].parent)].push_back(static_cast<int>(i));
  const auto node = [&nodes](int i) -> const FlameNode& { return nodes[static_cast<std::size_t>(i)]; };
  std::vector<int> above;
  for (int i = focus; i >= 0; i = node(i).parent) above.push_back(i);
  int row = 0;
  for (auto i = above.rbegin(); i != above.rend(); ++i) boxes.push_back({*i, row++, 0, 1});
  const double whole = static_cast<double>(node(focus).totalNs);
  for (std::size_t at = boxes.size() - 1; at < boxes.size(); ++at) {
    const FlameBox box = boxes[at];
    std::vector<int>& below = children[static_cast<std::size_t>(box.node)];
    std::stable_sort(below.begin(), below.end(), [&](int a, int b) { return node(a).totalNs > node(b).totalNs; });
    double left = box.left;
    for (const int child : below) {
      const double width = static_cast<double>(node(child).totalNs) / whole;
      if (width < least) break;  // the others are not longer
      boxes.push_back({child, box.row + 1, left, width});
      left += width;
    }
  }
  return boxes;
}

std::vector<char> matchingFlames(const std::vector<FlameNode>& nodes, const std::string& text) {
  std::vector<char> matches(nodes.size(), 0);
  const QString wanted = QString::fromStdString(text);
  if (wanted.isEmpty()) return matches;
  for (std::size_t i = 1; i < nodes.size(); ++i) matches[i] = QString::fromStdString(nodes[i].name).contains(wanted, Qt::CaseInsensitive) ? 1 : 0;
  return matches;
}

std::int64_t matchedNs(const std::vector<FlameNode>& nodes, const std::vector<char>& matches) {
  std::vector<char> within(nodes.size(), 0);
  std::int64_t sum = 0;
  for (std::size_t i = 1; i < nodes.size(); ++i) {  // parents come before their children
    const bool counted = within[static_cast<std::size_t>(nodes[i].parent)] != 0;
    within[i] = counted || matches[i] ? 1 : 0;
    if (matches[i] && !counted) sum += nodes[i].totalNs;
  }
  return sum;
}

}  // namespace stepscope
