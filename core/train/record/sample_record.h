// What a model must know of its samples to be asked without its data: kept in every checkpoint, as the text "sample".
#pragma once

#include <optional>
#include <string>

#include "core/data/dataset.h"

namespace stepscope {

inline constexpr const char* kSampleRecord = "sample";

// {task, shape, dtype, classes: [name], vocabulary: [text], targets: [{name, mean, std}]}
std::string sampleRecord(const SampleInfo& info);
// None: the text is none of those.
std::optional<SampleInfo> sampleOfRecord(const std::string& json);

}  // namespace stepscope
