#include "core/train/capture/capture_window.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/clock.h"
#include "core/program/trace_nodes.h"

namespace stepscope {

CaptureWindow::CaptureWindow() : ring_(&recorder_.trainerTrack()) {
  stepName_ = recorder_.intern("step");
  waitName_ = recorder_.intern("data wait");
  copyName_ = recorder_.intern("copy batch");
  validationName_ = recorder_.intern("validation");
  profilerName_ = recorder_.intern("profiler");
}

void CaptureWindow::setRecording() {
  const bool on = stepsLeft_ > 0 || askedSteps_ > 0 || follow_ > 0 || warm_;
  if (on != recorder_.enabled()) recorded_ = 0;
  recorder_.enable(on);
}

void CaptureWindow::ask(int steps, int warmup) {
  askedSteps_ = steps;
  warmup_ = warmup;
  setRecording();
}

void CaptureWindow::beginStep(std::int64_t step) {
  if (askedSteps_ == 0 || recorded_ < warmup_) return;
  if (follow_ == 0) recorder_.clear();
  warm_ = false;
  stepsLeft_ = std::exchange(askedSteps_, 0);
  firstStep_ = step;
  lastStep_ = step - 1;
  cores_.emplace();
  windowBegin_ = nowNs();
}

void CaptureWindow::warmUp() {
  warm_ = true;
  setRecording();
}

void CaptureWindow::follow(int steps, int warmup) {
  followWarmup_ = warmup;
  if (steps == follow_) return;
  follow_ = steps;
  steps_.clear();
  if (!running()) recorder_.clear();
  setRecording();
}

void CaptureWindow::interrupt() {
  steps_.clear();
  recorder_.clear();
  recorded_ = 0;
}

void CaptureWindow::forgetProgram() {
  interrupt();
  unrecorded_.clear();
  unrecordedSeen_ = 0;
}

void CaptureWindow::giveUp() {
  stepsLeft_ = askedSteps_ = follow_ = 0;
  warm_ = false;
  interrupt();
  setRecording();
}

void CaptureWindow::write(std::uint32_t name, Category category, std::int64_t start, std::int64_t end, SpanKind kind) {
  if (recorder_.enabled()) ring_->write({start, end - start, name, -1, recorder_.step(), category, kind});
}

bool CaptureWindow::endStep(std::int64_t start, std::int64_t end) {
  if (!recorder_.enabled()) {
    constexpr int kCold = 2, kKept = 20;
    if (++unrecordedSeen_ > kCold) unrecorded_.push_back(end - start);
    if (unrecorded_.size() > kKept) unrecorded_.pop_front();
    return false;
  }
  write(stepName_, Category::Step, start, end);
  ++recorded_;
  const bool counts = running();
  if (counts) lastStep_ = recorder_.step();
  if (follow_ > 0) {
    if (recorded_ > followWarmup_) steps_.push_back({recorder_.step(), start});
    while (steps_.size() > static_cast<std::size_t>(follow_)) steps_.pop_front();
    // An open window keeps the records it needs; otherwise only those of the followed steps are kept.
    const std::int64_t first = steps_.empty() ? end : steps_.front().start;
    recorder_.forget(counts ? std::min(first, windowBegin_) : first);
  } else if (counts) {
    recorder_.collect();  // so that a long window does not overflow the rings
  } else {
    recorder_.clear();  // still warming up
  }
  if (counts || follow_ > 0) write(profilerName_, Category::Other, end, nowNs(), SpanKind::Overhead);
  return counts && --stepsLeft_ == 0;
}

std::int64_t CaptureWindow::unrecordedNs() const {
  constexpr std::size_t kLeast = 3;
  if (unrecorded_.size() < kLeast) return 0;
  std::vector<std::int64_t> sorted(unrecorded_.begin(), unrecorded_.end());
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  return *middle;
}

Trace CaptureWindow::since(Program& program, const std::string& source, std::int64_t begin) {
  program.settleRecording(recorder_);
  Trace trace = recorder_.window(describeNodes(program), source, begin);
  trace.atPeak = memoryAtPeak(program);
  trace.unrecordedStepNs = unrecordedNs();
  return trace;
}

bool CaptureWindow::cutShort() {
  if (lastStep_ >= firstStep_) return true;
  askedSteps_ = std::exchange(stepsLeft_, 0);
  interrupt();
  return false;
}

CaptureWindow::Result CaptureWindow::take(Program& program, const std::string& runName) {
  const std::string source = runName + ", steps " + std::to_string(firstStep_) + "-" + std::to_string(lastStep_);
  stepsLeft_ = 0;
  setRecording();
  Trace window = since(program, source, windowBegin_);
  if (cores_) window.othersShare = cores_->others().value_or(-1);
  auto trace = std::make_shared<const Trace>(std::move(window));
  if (follow_ == 0) recorder_.clear();
  auto breakdown = std::make_shared<const StepBreakdown>(breakDown(*trace));
  return {std::move(trace), std::move(breakdown)};
}

std::shared_ptr<const Trace> CaptureWindow::latest(Program& program, const std::string& runName) {
  if (follow_ == 0 || steps_.empty()) return nullptr;
  const std::string source = runName + ", steps " + std::to_string(steps_.front().number) + "-" + std::to_string(steps_.back().number) + ", live";
  return std::make_shared<const Trace>(since(program, source, steps_.front().start));
}

}  // namespace stepscope
