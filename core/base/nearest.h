// The nearest valid name to a mistyped one, for "did you mean".
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

// The number of edits (insert, delete, replace, swap of neighbours) that turn `a` into `b`, ignoring case.
int editDistance(std::string_view a, std::string_view b);

// The candidate with the smallest distance, the first one if several are equal; empty if the distance is more than half the length of `name`.
std::string nearestName(std::string_view name, std::span<const std::string> candidates);

// "Did you mean 'resnet18'? Valid names: mlp, resnet18"; only the list when nothing is near.
std::string suggestName(std::string_view name, std::span<const std::string> candidates);

}  // namespace stepscope
