// What the trainer records for the timeline: windows of whole steps, from one step boundary to another, and while somebody follows the run
// the last few steps. The first steps that are recorded hold what recording itself sets up (a GPU's profiler attaches, its graph is
// captured anew, memory is touched for the first time): they are thrown away before a window opens.
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
  // For Program::run: null while nothing is recorded.
  Recorder* active() { return recorder_.enabled() ? &recorder_ : nullptr; }
  // A window of so many steps opens as soon as `warmup` steps in a row were recorded; those before it are thrown away.
  void ask(int steps, int warmup);
  bool asked() const { return askedSteps_ > 0; }   // and not open yet
  bool running() const { return stepsLeft_ > 0; }  // open
  // Before every step: opens the window that was asked for when it is time.
  void beginStep(std::int64_t step);
  // Records from now on although nothing was asked for yet: the window that will be finds everything set up.
  void warmUp();
  // Keeps the last `steps` steps as long as it is not 0, beside any window, without the first `warmup` that are recorded.
  void follow(int steps, int warmup);
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
  // The window can not go on (the program is about to change). True where whole steps are in it: take() it. One without any is asked for
  // anew, and opens when it can.
  bool cutShort();
  // Ends the window, also before its last step.
  Result take(Program& program, const std::string& runName);
  // The followed steps so far; null before the first of them is over.
  std::shared_ptr<const Trace> latest(Program& program, const std::string& runName);
  // Throws away what was recorded: it would have a gap. Recording warms up anew, and a window that was asked for waits for that.
  void interrupt();
  // The same, of a program that goes: the times of its steps go as well.
  void forgetProgram();
  // Recording failed: what was asked for and what is followed is given up.
  void giveUp();

 private:
  void write(std::uint32_t name, Category category, std::int64_t start, std::int64_t end, SpanKind kind = SpanKind::Other);
  void setRecording();
  Trace since(Program& program, const std::string& source, std::int64_t begin);
  std::int64_t unrecordedNs() const;

  Recorder recorder_;
  SpanRing* ring_;
  std::uint32_t stepName_, waitName_, copyName_, validationName_, profilerName_;
  int askedSteps_ = 0, warmup_ = 0;  // of the window that is asked for
  int stepsLeft_ = 0;                // of the window that is open
  int follow_ = 0, followWarmup_ = 0;
  bool warm_ = false;
  int recorded_ = 0;  // steps in a row
  std::int64_t firstStep_ = 0, lastStep_ = 0;
  std::int64_t windowBegin_ = 0;  // nowNs()
  std::optional<CoreUse> cores_;  // since the window opened
  struct Step {
    std::int64_t number, start;
  };
  std::deque<Step> steps_;  // those that are followed, over
  // Of the program's last steps without a recorder, ns, but for the first of them all, which find cold memory.
  std::deque<std::int64_t> unrecorded_;
  int unrecordedSeen_ = 0;
};

}  // namespace stepscope
