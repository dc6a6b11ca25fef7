// The nearest valid name to a mistyped one, for "did you mean".
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

// Edits (insert, delete, replace, swap of neighbours) that turn a into b, upper and lower case being equal.
int editDistance(std::string_view a, std::string_view b);

// The candidate with the smallest distance, the first of equals; empty when even that one is more than half of `name` away.
std::string nearestName(std::string_view name, std::span<const std::string> candidates);

// "Did you mean 'resnet18'? Valid names: mlp, resnet18"; only the list when nothing is near.
std::string suggestName(std::string_view name, std::span<const std::string> candidates);

}  // namespace stepscope
