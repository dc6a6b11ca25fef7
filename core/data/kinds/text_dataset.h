// Plain text for language models.
#pragma once

#include "core/data/data_key.h"

namespace stepscope {

inline constexpr std::int64_t kMostTextBytes = std::int64_t{4} << 30;

// kind "text": spec.path is one UTF-8 file, plain or .gz. A token is a character; the vocabulary is every character that the file holds.
// A sample is a window of spec.contextLength characters, its target the same window one character further on. The last
// spec.validationSplit of the text is for validation, cut into windows side by side. For training there are as many windows, each beginning
// at a place of its own share of the text that (spec.augmentationSeed, epoch, index) draw.
DataSplits openText(const DataSpec& spec);
std::vector<DataKey> textKeys();

}  // namespace stepscope
