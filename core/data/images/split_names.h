// Finds the role of a folder (training, validation) from its name, in many languages.
#pragma once

#include <string>
#include <vector>

namespace stepscope {

// "Seg_Train2017" is "seg", "train"; "train训练集" is "train", "训练", "集". Lower case, without accents.
std::vector<std::string> wordsOfName(const std::string& name);

// "seg_train", "train2017" and "训练集" are for training, "Validation" and "dev" for validation.
enum class SplitRole { None, Train, Validation, Test, Unlabelled };
SplitRole splitRoleOf(const std::string& name);

// Abbreviations that can also be other words ("tr", "te"): they count only if class folders are below.
bool isWeakSplitName(const std::string& name);

// Roles of folders whose names differ only in the word for the part: imagenet_train and imagenet_val. Empty if they do not, or if none is for
// training.
std::vector<SplitRole> rolesByEnding(const std::vector<std::string>& names);

// Lower case without accents, trimmed, with single blanks: names with equal results look alike.
std::string foldedName(const std::string& name);

}  // namespace stepscope
