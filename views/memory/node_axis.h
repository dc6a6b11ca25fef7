// The horizontal coordinate of the memory plan: the nodes of the step in execution order, all equally wide. Plain values, testable
// without a window.
#pragma once

#include <algorithm>
#include <cmath>

namespace stepscope {

struct NodeAxis {
  static constexpr double kFewest = 8;  // nodes at the deepest zoom

  int count = 1;                 // nodes of the step
  double begin = 0, length = 1;  // the visible part, in nodes
  double left = 0, width = 1;    // pixels on which it is drawn

  double end() const { return begin + length; }
  double xOf(double node) const { return left + (node - begin) / length * width; }
  double pixelsPerNode() const { return width / length; }
  // The node under a pixel, within [0, count).
  int nodeAt(double x) const { return std::clamp(static_cast<int>(std::floor(begin + (x - left) / width * length)), 0, std::max(0, count - 1)); }
  void fit();
  void zoomAbout(double x, double factor);  // factor < 1 zooms in; the node under x stays there
  void panPixels(double pixels);            // > 0: to later nodes
  void reveal(int node);                    // moves as little as needed

  bool operator==(const NodeAxis&) const = default;

 private:
  void clamp();
};

}  // namespace stepscope
