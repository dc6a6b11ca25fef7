#include "core/base/nearest.h"

#include <algorithm>

#include "core/base/lower.h"

namespace stepscope {

int editDistance(std::string_view a, std::string_view b) {
  // Optimal string alignment: three rows of the table are enough.
  std::vector<int> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1])) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::string nearestName(std::string_view name, std::span<const std::string> candidates) {
  const std::string* nearest = nullptr;
  int best = static_cast<int>(std::max<std::size_t>(name.size() / 2, 1)) + 1;
  for (const std::string& candidate : candidates) {
    const int distance = editDistance(name, candidate);
    if (distance >= best || distance >= static_cast<int>(std::max(name.size(), candidate.size()))) continue;  // nothing in common
    best = distance;
    nearest = &candidate;
  }
  return nearest ? *nearest : std::string();
}

std::string suggestName(std::string_view name, std::span<const std::string> candidates) {
  std::string text;
  if (const std::string nearest = nearestName(name, candidates); !nearest.empty()) text = "Did you mean '" + nearest + "'? ";
  if (candidates.empty()) return text;
  text += "Valid names: ";
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (i > 0) text += ", ";
    text += candidates[i];
  }
  return text;
}

}  // namespace stepscope
