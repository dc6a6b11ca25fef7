// The progress of a training on standard error: a moving bar on a terminal, otherwise a line from time to time.
#pragma once

#include <cstdint>
#include <string>

#include "core/train/run/events.h"

namespace stepscope::cli {

class ProgressBar {
 public:
  ProgressBar();
  void show(const StepEvent& event);
  void line(const std::string& text);    // a whole line, above the bar
  void status(const std::string& text);  // in place of the bar, until the first step
  void clear();

 private:
  bool terminal_;
  bool drawn_ = false;
  std::int64_t nextDraw_ = 0;
};

}  // namespace stepscope::cli
