// What the names of folders say of the parts of a set, in the languages that people give them names in.
#pragma once

#include <string>
#include <vector>

namespace stepscope {

// "Seg_Train2017" is "seg", "train"; "train训练集" is "train", "训练", "集". Small, without accents.
std::vector<std::string> wordsOfName(const std::string& name);

// "seg_train", "train2017" and "训练集" are of training, "Validation" and "dev" of validation.
enum class SplitRole { None, Train, Validation, Test, Unlabelled };
SplitRole splitRoleOf(const std::string& name);

// Abbreviations that are words of their own too ("tr", "te"): they say something only where class folders are below.
bool isWeakSplitName(const std::string& name);

// Roles of folders whose names differ only in the word for the part: imagenet_train and imagenet_val. Empty where they do not, or where none of
// them is for training.
std::vector<SplitRole> rolesByEnding(const std::vector<std::string>& names);

// In small letters without accents, with no blanks at its ends and one for several: names that become the same look alike.
std::string foldedName(const std::string& name);

}  // namespace stepscope
