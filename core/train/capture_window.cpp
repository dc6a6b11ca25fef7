#include "core/train/capture_window.h"

#include "core/train/step_program.h"

namespace stepscope {

CaptureWindow::CaptureWindow() : ring_(&recorder_.track("Trainer", 0)) {
  stepName_ = recorder_.intern("step");
  waitName_ = recorder_.intern("data wait");
  copyName_ = recorder_.intern("copy batch");
  validationName_ = recorder_.intern("validation");
}

void CaptureWindow::begin(std::int64_t firstStep, int steps) {
  recorder_.clear();
  stepsLeft_ = steps;
  firstStep_ = firstStep;
  lastStep_ = firstStep - 1;
  recorder_.enable(steps > 0);
}

void CaptureWindow::write(std::uint32_t name, Category category, std::int64_t start, std::int64_t end) {
  if (running()) ring_->write({start, end - start, name, -1, recorder_.step(), category});
}

bool CaptureWindow::endStep(std::int64_t start, std::int64_t end) {
  if (!running()) return false;
  write(stepName_, Category::Step, start, end);
  lastStep_ = recorder_.step();
  recorder_.collect();  // so that a long window does not overflow the rings
  return --stepsLeft_ == 0;
}

CaptureWindow::Result CaptureWindow::take(const Program& program, const std::string& runName) {
  recorder_.enable(false);
  stepsLeft_ = 0;
  const std::string source = runName + ", steps " + std::to_string(firstStep_) + "-" + std::to_string(lastStep_);
  auto trace = std::make_shared<const Trace>(recorder_.take(describeNodes(program), source));
  auto breakdown = std::make_shared<const StepBreakdown>(breakDown(*trace));
  return {std::move(trace), std::move(breakdown)};
}

}  // namespace stepscope
