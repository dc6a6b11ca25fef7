// A compiled graph: kernels in order, bound to memory by attach(), run by run().
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/backend/cpu/plan/lowering.h"
#include "core/backend/memory_check.h"

namespace stepscope::cpu {

class CpuProgram final : public Program {
 public:
  // `stateFrom` is the program whose state arena this one uses. `images` says how images are stored between layers; Auto: in blocks of channels.
  // `checkMemory`: see CompileOptions; programs with the same state must have the same setting.
  CpuProgram(Lowered lowered, int threads, const CpuProgram* stateFrom, ImageLayout images = ImageLayout::Auto, std::vector<std::string> notes = {},
             bool checkMemory = false);

  const Graph& graph() const override { return lowered_.graph; }
  const MemoryPlan& plan() const override { return plan_; }
  const std::vector<NodeKernel>& kernels() const override { return lowered_.kernels; }
  int threads() const override { return threads_; }
  std::vector<std::string> notes() const override;
  std::vector<std::string> leftOut() const override { return lowered_.leftOut; }
  ImageLayout images() const { return images_; }

  void attach(std::shared_ptr<Arena> state, std::shared_ptr<Arena> step) override;
  std::span<std::byte> input(std::string_view name) override;
  void setScalar(std::string_view name, double value) override;
  using Program::read, Program::scalar;
  double scalar(ValueId value) const override;
  void read(ValueId value, std::span<std::byte> plain) const override;
  void write(std::string_view persistent, std::span<const std::byte> plain) override;
  void run(Recorder* recorder) override;
  // Marks the program as only examined: attach() then throws.
  void onlyPlan() { onlyPlanned_ = true; }
  // Runs only these nodes, in order, for timing; their results are not meaningful.
  void runOnly(const std::vector<bool>& nodes);
  void observe(StepObserver* observer) override { observer_ = observer; }
  std::span<const std::byte> memory(ValueId value) const override;
  void stateChanged() override { copiesMade_ = false; }
  std::int64_t measuredPeakBytes() const override { return step_ ? state_->residentBytes() + step_->residentBytes() : 0; }

  // How parameters, buffers and optimizer state are stored, by name.
  const std::map<std::string, Physical>& stateLayouts() const { return stateLayouts_; }

 private:
  struct Step {
    Launch launch;
    NodeId node = kNone;
    bool onlyOnce = false;
  };

  std::byte* address(ValueId value) const;
  bool execute(const Step& step);  // false: an observer ended the step
  bool runRecorded(Recorder& recorder);

  Lowered lowered_;
  MemoryPlan plan_;
  int threads_;
  ImageLayout images_;
  std::vector<std::string> notes_;
  std::map<std::string, Physical> stateLayouts_;
  std::shared_ptr<Arena> state_, step_;
  std::vector<Step> steps_;
  std::unique_ptr<MemoryCheck> check_;  // null: no checks
  bool copiesMade_ = false, onlyPlanned_ = false;
  StepObserver* observer_ = nullptr;
  const Recorder* namesOf_ = nullptr;  // the recorder of the name ids in names_
  std::vector<std::uint32_t> names_;
};

}  // namespace stepscope::cpu
