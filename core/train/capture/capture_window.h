// What the trainer records for the timeline: windows of whole steps, from one step boundary to another, and, if a view follows the run, the last few
// steps. The first recorded steps include the setup of recording itself (a GPU's profiler attaches, its graph is captured again, memory is touched
// for the first time): they are deleted before a window opens.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "core/base/core_use.h"
#include "profiler/analysis/step_breakdown.h"
#include "profiler/trace/recorder.h"

namespace stepscope {

class Program;

class CaptureWindow {
 public:
  CaptureWindow();

  Recorder& recorder() { return recorder_; }
  // The recorder for Program::run; null if nothing is recorded.
  Recorder* active() { return recorder_.enabled() ? &recorder_ : nullptr; }
  // Opens a window of this many steps as soon as `warmup` steps in a row were recorded; the warm-up steps are deleted.
  void ask(int steps, int warmup);
  bool asked() const { return askedSteps_ > 0; }   // a window was asked for and is not open yet
  bool running() const { return stepsLeft_ > 0; }  // a window is open
  // Before every step: opens the window that was asked for, if it is time.
  void beginStep(std::int64_t step);
  // Records from now on although nothing was asked for yet, so that recording is already warm for a later window.
  void warmUp();
  // If not 0: keeps the last `steps` steps besides any window, without the first `warmup` recorded ones.
  void follow(int steps, int warmup);
  int following() const { return follow_; }
  void setStep(std::int64_t step) { recorder_.setStep(static_cast<std::int32_t>(step)); }
  // Spans of the trainer's own work on its track, in nowNs(); nothing if recording is off. Call on the trainer's thread.
  void wroteWait(std::int64_t start, std::int64_t end) { write(waitName_, Category::Data, start, end); }
  void wroteCopy(std::int64_t start, std::int64_t end) { write(copyName_, Category::Copy, start, end); }
  void wroteValidation(std::int64_t start, std::int64_t end) { write(validationName_, Category::Validation, start, end); }
  // Call after a step; true if it was the last one of the window.
  bool endStep(std::int64_t start, std::int64_t end);

  struct Result {
    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const StepBreakdown> breakdown;
  };
  // The window must end, because the program will change. True if it holds whole steps: then call take(). A window without any is requested again,
  // and opens when possible.
  bool cutShort();
  // Ends the window, even before its last step.
  Result take(Program& program, const std::string& runName);
  // The followed steps so far; null before the first of them has ended.
  std::shared_ptr<const Trace> latest(Program& program, const std::string& runName);
  // Deletes the records, which would have a gap. Recording warms up again, and a requested window waits for that.
  void interrupt();
  // The same when the program is replaced: the times of its steps are deleted too.
  void forgetProgram();
  // Recording failed: drops the requested window and stops following.
  void giveUp();

 private:
  void write(std::uint32_t name, Category category, std::int64_t start, std::int64_t end, SpanKind kind = SpanKind::Other);
  void setRecording();
  Trace since(Program& program, const std::string& source, std::int64_t begin);
  std::int64_t unrecordedNs() const;

  Recorder recorder_;
  SpanRing* ring_;
  std::uint32_t stepName_, waitName_, copyName_, validationName_, profilerName_;
  int askedSteps_ = 0, warmup_ = 0;  // steps and warm-up of the requested window
  int stepsLeft_ = 0;                // of the open window
  int follow_ = 0, followWarmup_ = 0;
  bool warm_ = false;
  int recorded_ = 0;  // recorded steps in a row
  std::int64_t firstStep_ = 0, lastStep_ = 0;
  std::int64_t windowBegin_ = 0;  // nowNs()
  std::optional<CoreUse> cores_;  // since the window opened
  struct Step {
    std::int64_t number, start;
  };
  std::deque<Step> steps_;  // the followed steps that have ended
  // Times of the program's last steps without a recorder, ns, except the very first one, which runs with cold memory.
  std::deque<std::int64_t> unrecorded_;
  int unrecordedSeen_ = 0;
};

}  // namespace stepscope
