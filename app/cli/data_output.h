// Prints what is known about data, as text and as JSON, for `new` and `data check`.
#pragma once

#include <string>

#include "app/cli/json_lines.h"
#include "core/data/preview/data_preview.h"

namespace stepscope::cli {

Json jsonOf(const DataPreview& data);
// A summary such as "600 pictures of 10 classes, about 100 x 100: 480 for training, 120 for validation"; empty: there are no samples.
std::string sentenceOf(const DataPreview& data);
// Prints the sentence, classes or columns, and findings. ToldAsError: the caller prints the first finding, which prevents training, as an error, so
// that only its command and its proposed path are printed here.
enum class Stopping { Told, ToldAsError };
void printPreview(const DataPreview& data, Stopping stopping = Stopping::Told);

// A sentence for a new run that names the findings of `data check`. Empty: there are none, the data are too large for the check, or training itself
// reports the error. `cancelled` may be null.
std::string findingsOf(const DataSpec& spec, const std::string& project, const std::atomic<bool>* cancelled);

}  // namespace stepscope::cli
