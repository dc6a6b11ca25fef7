// The class of a picture by its own name: "cat.0.jpg", "dog_001.png", "001_dog.png", "n01440764_10026.JPEG".
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace stepscope {

enum class NameRule {
  BeforeDigits,  // up to the first digit: "cat.0", "big cat (1)", "dog001_crop2"
  BeforeNumber,  // up to the number at the end: "n01440764_10026"
  AfterNumber,   // after the number at the beginning: "001_dog"
};

// "cat" for "cat.12"; empty if the rule does not fit the name. `stem`: the name without its extension.
std::string classOfName(const std::string& stem, NameRule rule);

// The first rule by which nine of ten names have a class, and by which there are at least two classes and on average two pictures of each; nothing if
// none does.
std::optional<NameRule> nameRuleOf(const std::vector<std::string>& stems);

}  // namespace stepscope
