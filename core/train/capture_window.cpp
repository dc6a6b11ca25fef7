#include "core/train/capture_window.h"

#include <algorithm>

#include "core/base/clock.h"
#include "core/train/step_program.h"

namespace stepscope {

CaptureWindow::CaptureWindow() : ring_(&recorder_.track("Trainer", 0)) {
  stepName_ = recorder_.intern("step");
  waitName_ = recorder_.intern("data wait");
  copyName_ = recorder_.intern("copy batch");
  validationName_ = recorder_.intern("validation");
}

void CaptureWindow::setRecording() {
  recorder_.enable(stepsLeft_ > 0 || follow_ > 0 || warm_);
}

void CaptureWindow::begin(std::int64_t firstStep, int steps) {
  if (follow_ == 0) recorder_.clear();
  warm_ = false;
  stepsLeft_ = steps;
  firstStep_ = firstStep;
  lastStep_ = firstStep - 1;
  windowBegin_ = nowNs();
  setRecording();
}

void CaptureWindow::warmUp() {
  warm_ = true;
  setRecording();
}

void CaptureWindow::follow(int steps) {
  if (steps == follow_) return;
  follow_ = steps;
  steps_.clear();
  if (!running()) recorder_.clear();
  setRecording();
}

void CaptureWindow::forgetAll() {
  steps_.clear();
  recorder_.clear();
}

void CaptureWindow::write(std::uint32_t name, Category category, std::int64_t start, std::int64_t end) {
  if (recorder_.enabled()) ring_->write({start, end - start, name, -1, recorder_.step(), category});
}

bool CaptureWindow::endStep(std::int64_t start, std::int64_t end) {
  if (!recorder_.enabled()) return false;
  write(stepName_, Category::Step, start, end);
  const bool counts = running();
  if (counts) lastStep_ = recorder_.step();
  if (follow_ > 0) {
    steps_.push_back({recorder_.step(), start});
    while (steps_.size() > static_cast<std::size_t>(follow_)) steps_.pop_front();
    // A window that runs keeps what it needs, and no more than the followed steps stay otherwise.
    recorder_.forget(counts ? std::min(steps_.front().start, windowBegin_) : steps_.front().start);
  } else if (counts) {
    recorder_.collect();  // so that a long window does not overflow the rings
  } else {
    recorder_.clear();  // warming up
  }
  return counts && --stepsLeft_ == 0;
}

Trace CaptureWindow::since(const Program& program, const std::string& source, std::int64_t begin) {
  Trace trace = recorder_.window(describeNodes(program), source, begin);
  trace.atPeak = memoryAtPeak(program);
  return trace;
}

CaptureWindow::Result CaptureWindow::take(const Program& program, const std::string& runName) {
  const std::string source = runName + ", steps " + std::to_string(firstStep_) + "-" + std::to_string(lastStep_);
  stepsLeft_ = 0;
  setRecording();
  auto trace = std::make_shared<const Trace>(since(program, source, windowBegin_));
  if (follow_ == 0) recorder_.clear();
  auto breakdown = std::make_shared<const StepBreakdown>(breakDown(*trace));
  return {std::move(trace), std::move(breakdown)};
}

std::shared_ptr<const Trace> CaptureWindow::latest(const Program& program, const std::string& runName) {
  if (follow_ == 0 || steps_.empty()) return nullptr;
  const std::string source =
      runName + ", steps " + std::to_string(steps_.front().number) + "-" + std::to_string(steps_.back().number) + ", live";
  return std::make_shared<const Trace>(since(program, source, steps_.front().start));
}

}  // namespace stepscope
