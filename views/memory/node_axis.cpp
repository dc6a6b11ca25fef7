#include "views/memory/node_axis.h"

namespace stepscope {

void NodeAxis::clamp() {
  const double total = std::max(1, count);
  length = std::clamp(length, std::min(kFewest, total), total);
  begin = std::clamp(begin, 0.0, total - length);
}

void NodeAxis::fit() {
  begin = 0;
  length = std::max(1, count);
}

void NodeAxis::zoomAbout(double x, double factor) {
  const double share = (x - left) / width, anchor = begin + share * length;
  const double total = std::max(1, count);
  length = std::clamp(length * factor, std::min(kFewest, total), total);
  begin = anchor - share * length;
  clamp();
}

void NodeAxis::panPixels(double pixels) {
  begin += pixels / pixelsPerNode();
  clamp();
}

void NodeAxis::reveal(int node) {
  if (node < begin) begin = node;
  if (node + 1 > end()) begin = node + 1 - length;
  clamp();
}

}  // namespace stepscope
