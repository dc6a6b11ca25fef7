// Plain text for language models.
#pragma once

#include "core/data/data_key.h"

namespace stepscope {

inline constexpr std::int64_t kMostTextBytes = std::int64_t{4} << 30;

// kind "text": spec.path is one UTF-8 file, uncompressed or .gz. A token is a character; the vocabulary is the set of characters in the file. A
// sample is a window of spec.contextLength characters, its target is the same window shifted by one character. The last spec.validationSplit of the
// text (before the part for the test, if there is one) is for validation, cut into adjacent windows. For training there are as many windows; each
// starts inside its own part of the text, at a position drawn from (spec.augmentationSeed, epoch, index). spec.testShare of the text, after the part
// for validation, is for the test; spec.limit takes so many windows from the beginning.
DataSplits openText(const DataSpec& spec);
std::vector<DataKey> textKeys();

}  // namespace stepscope
