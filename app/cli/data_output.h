// What is told of data, in words and as JSON: by `new` and by `data check`.
#pragma once

#include <string>

#include "app/cli/json_lines.h"
#include "core/data/preview/data_preview.h"

namespace stepscope::cli {

Json jsonOf(const DataPreview& data);
// "600 pictures of 10 classes, about 100 x 100: 480 for training, 120 for validation"
std::string sentenceOf(const DataPreview& data);
// Sentence, classes or columns, and findings, on standard output.
// What stops it may be told by the caller, as an error: its sentence is then left out, but for the way on.
enum class Stopping { Told, ToldAsError };
void printPreview(const DataPreview& data, Stopping stopping = Stopping::Told);

// For a run that begins: what `data check` would say of its data, in one sentence. Empty: nothing, or training says itself what stops it.
std::string findingsOf(const DataSpec& spec, const std::string& project, const std::atomic<bool>* cancelled);

}  // namespace stepscope::cli
