#include "core/backend/cpu/tuning/alike.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <vector>

#include "core/base/number_text.h"

namespace stepscope::cpu {
namespace {

struct LayerKind {
  std::string kind;    // op, attributes, window, type
  double logSize = 0;  // of all its elements
};

std::vector<double> extentsOf(const std::string& shape) {
  std::vector<double> extents;
  std::istringstream parts(shape);
  for (std::string part; std::getline(parts, part, 'x');) {
    if (part.empty() || part.find_first_not_of("0123456789") != std::string::npos) return {};
    extents.push_back(numberInFront(part)->value);
  }
  return extents;
}

LayerKind kindOf(const std::string& layer) {
  LayerKind result;
  std::istringstream words(layer);
  std::string word;
  words >> result.kind;
  while (words >> word) {
    const std::size_t equals = word.find('=');
    const std::string name = equals == std::string::npos ? std::string() : word.substr(0, equals + 1);
    const bool sized = name.empty() || name == "weight_shape=" || name == "input_shape=";
    const std::vector<double> extents = sized ? extentsOf(word.substr(name.size())) : std::vector<double>{};
    if (extents.empty()) {
      result.kind += ' ' + word;
      continue;
    }
    if (extents.size() == 4) {  // weights: their window
      const std::size_t last = word.rfind('x');
      result.kind += " window " + word.substr(word.rfind('x', last - 1) + 1);
    }
    for (const double extent : extents) result.logSize += std::log(std::max(extent, 1.0));
  }
  return result;
}

}  // namespace

std::optional<std::string> kernelOfAlike(const KernelChoices& choices, const std::string& layer, const std::string& machine,
                                         const std::set<std::string>& guessed) {
  const LayerKind wanted = kindOf(layer);
  const std::string op = layer.substr(0, layer.find(' ') + 1), place = " | " + machine + " | batch ";
  std::optional<std::string> kernel;
  double best = std::numeric_limits<double>::infinity();
  for (auto it = choices.entries().lower_bound(op); it != choices.entries().end() && it->first.starts_with(op); ++it) {
    const std::size_t at = it->first.find(place);
    if (at == std::string::npos || guessed.contains(it->first)) continue;
    const LayerKind other = kindOf(it->first.substr(0, at));
    const double distance = std::abs(other.logSize - wanted.logSize);
    if (other.kind != wanted.kind || distance >= best) continue;
    best = distance;
    kernel = it->second;
  }
  return kernel;
}

}  // namespace stepscope::cpu
