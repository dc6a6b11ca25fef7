// The arguments of the commands that ask a trained model: which model, on which device, with how many threads.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "app/cli/progress_bar.h"
#include "core/infer/asked_model.h"

namespace stepscope::cli {

struct ModelSourceArguments {
  std::string model, checkpoint, data, device = "cpu";
  std::int64_t run = 0;
  std::vector<std::string> settings;
  int threads = 0;
};

void addModelSource(CLI::App& command, ModelSourceArguments& arguments);
ModelSource sourceOf(const ModelSourceArguments& arguments);
// The class names in a file, one per line, without empty lines; none if `file` is empty. Throws Error (Input).
std::vector<std::string> namesIn(const std::string& file);

// Prints the progress of work on standard error: on a terminal one line that is updated, otherwise a new line every ten seconds.
class CountProgress {
 public:
  ~CountProgress() { bar_.clear(); }
  void tell(const std::string& text);
  void clear() { bar_.clear(); }

 private:
  ProgressBar bar_;
  std::int64_t next_ = 0;
};

}  // namespace stepscope::cli
