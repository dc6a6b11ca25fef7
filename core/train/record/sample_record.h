// The facts about the samples that are needed to use a model without its data. Kept in every checkpoint as the text "sample".
#pragma once

#include <optional>
#include <string>

#include "core/data/dataset.h"

namespace stepscope {

inline constexpr const char* kSampleRecord = "sample";

// {task, shape, dtype, classes: [name], vocabulary: [text], targets: [{name, mean, std}]}
std::string sampleRecord(const SampleInfo& info);
// Nothing if the text is not such a record.
std::optional<SampleInfo> sampleOfRecord(const std::string& json);

}  // namespace stepscope
