// Shows the progress of a training on standard error: a bar on a terminal, otherwise a line every ten seconds.
#pragma once

#include <cstdint>
#include <string>

#include "core/train/run/events.h"

namespace stepscope::cli {

class ProgressBar {
 public:
  ProgressBar();
  void show(const StepEvent& event);
  void line(const std::string& text);    // prints a line above the bar
  void status(const std::string& text);  // shows a text in place of the bar; only on a terminal
  void clear();

 private:
  bool terminal_;
  bool drawn_ = false;
  std::int64_t nextDraw_ = 0;
};

}  // namespace stepscope::cli
