// What the trainer records for the timeline: windows of whole steps, from one step boundary to another, and while somebody follows the run
// the last few steps.
#pragma once

#include <cstdint>
#include <deque>
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
  // For Program::run: null while nothing is recorded.
  Recorder* active() { return recorder_.enabled() ? &recorder_ : nullptr; }
  bool running() const { return stepsLeft_ > 0; }
  void begin(std::int64_t firstStep, int steps);
  // Records from now on although no window runs yet: what follows finds the memory touched.
  void warmUp();
  // Keeps the last `steps` steps as long as it is not 0, beside any window.
  void follow(int steps);
  int following() const { return follow_; }
  void setStep(std::int64_t step) { recorder_.setStep(static_cast<std::int32_t>(step)); }
  // Spans of the trainer's own work on its track, in nowNs(); nothing while nothing is recorded. Call on the trainer's thread.
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
  // The followed steps so far; null before the first of them is over.
  std::shared_ptr<const Trace> latest(const Program& program, const std::string& runName);
  // What is kept of a program that goes.
  void forgetAll();

 private:
  void write(std::uint32_t name, Category category, std::int64_t start, std::int64_t end);
  void setRecording();
  Trace since(const Program& program, const std::string& source, std::int64_t begin);

  Recorder recorder_;
  SpanRing* ring_;
  std::uint32_t stepName_, waitName_, copyName_, validationName_;
  int stepsLeft_ = 0, follow_ = 0;
  bool warm_ = false;
  std::int64_t firstStep_ = 0, lastStep_ = 0;
  std::int64_t windowBegin_ = 0;  // nowNs()
  struct Step {
    std::int64_t number, start;
  };
  std::deque<Step> steps_;  // those that are followed, over
};

}  // namespace stepscope
