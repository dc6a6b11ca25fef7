// A window of whole steps for the timeline: switches the recorder on at a step boundary and off again N steps later.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "profiler/analysis/step_breakdown.h"
#include "profiler/trace/recorder.h"

namespace stepscope {

class Program;

class CaptureWindow {
 public:
  CaptureWindow();

  Recorder& recorder() { return recorder_; }
  // For Program::run: null while nothing is captured.
  Recorder* active() { return running() ? &recorder_ : nullptr; }
  bool running() const { return stepsLeft_ > 0; }
  void begin(std::int64_t firstStep, int steps);
  void setStep(std::int64_t step) { recorder_.setStep(static_cast<std::int32_t>(step)); }
  // Spans of the trainer's own work on its track, in nowNs(); nothing while nothing is captured. Call on the trainer's thread.
  void wroteWait(std::int64_t start, std::int64_t end) { write(waitName_, Category::Data, start, end); }
  void wroteCopy(std::int64_t start, std::int64_t end) { write(copyName_, Category::Copy, start, end); }
  void wroteValidation(std::int64_t start, std::int64_t end) { write(validationName_, Category::Validation, start, end); }
  // A step is over; true when it was the last one of the window.
  bool endStep(std::int64_t start, std::int64_t end);

  struct Result {
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const StepBreakdown> breakdown;
  };
  // Ends the window, also before its last step (the program is about to change).
  Result take(const Program& program, const std::string& runName);

 private:
  void write(std::uint32_t name, Category category, std::int64_t start, std::int64_t end);

  Recorder recorder_;
  SpanRing* ring_;
  std::uint32_t stepName_, waitName_, copyName_, validationName_;
  int stepsLeft_ = 0;
  std::int64_t firstStep_ = 0, lastStep_ = 0;
};

}  // namespace stepscope
