// Plain text for language models.
#pragma once

#include "core/data/data_key.h"

namespace stepscope {

inline constexpr std::int64_t kMostTextBytes = std::int64_t{4} << 30;

// kind "text": spec.path is one UTF-8 file, uncompressed or .gz. A token is a character; the vocabulary is the set of characters in the file. A
// sample is a window of spec.contextLength characters; its target is the same window shifted by one character. The last spec.testShare of the text is
// the test part, and spec.validationSplit of the text before it is for validation; both are cut into adjacent windows. The training text has as many
// windows as it could be cut into; each starts inside its own section of the text, at a position drawn from (spec.augmentationSeed, epoch, index).
// With spec.limit, training uses only as much of the text, from the beginning, as that many windows need.
DataSplits openText(const DataSpec& spec);
std::vector<DataKey> textKeys();

}  // namespace stepscope
