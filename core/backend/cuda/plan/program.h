// A compiled graph on the GPU. It has one arena for the state and one for the step; the whole step is recorded as a CUDA graph; batches are uploaded
// through pinned memory on a separate stream. run() returns when the step has been started; reading a result waits for it.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/backend/cuda/base/device.h"
#include "core/backend/cuda/plan/lowering.h"
#include "core/backend/cuda/plan/uploads.h"
#include "core/backend/cuda/plan/value_check.h"
#include "core/backend/cuda/recording/counter_reader.h"
#include "core/backend/cuda/recording/gpu_recording.h"

namespace stepscope::cuda {

class CudaProgram final : public Program {
 public:
  // `stateFrom` is the program whose state arena this one uses; may be null.
  CudaProgram(std::shared_ptr<Device> device, Lowered lowered, const CudaProgram* stateFrom);
  ~CudaProgram() override;

  const Graph& graph() const override { return lowered_.graph; }
  const MemoryPlan& plan() const override { return plan_; }
  const std::vector<NodeKernel>& kernels() const override { return lowered_.kernels; }
  int threads() const override { return 1; }

  std::shared_ptr<Arena> makeArena(std::int64_t bytes) const override;
  void attach(std::shared_ptr<Arena> state, std::shared_ptr<Arena> step) override;
  std::span<std::byte> input(std::string_view name) override;
  void bind(std::string_view name, std::span<const std::byte> bytes) override;
  void setScalar(std::string_view name, double value) override;
  using Program::read, Program::scalar;
  double scalar(ValueId value) const override;
  void read(ValueId value, std::span<std::byte> plain) const override;
  void write(std::string_view persistent, std::span<const std::byte> plain) override;
  void run(Recorder* recorder) override;
  void settleRecording(Recorder& recorder) override;
  void observe(StepObserver* observer) override { observer_ = observer; }
  std::span<const std::byte> memory(ValueId value) const override;
  Finiteness finitenessOf(ValueId value) const override;
  void stateChanged() override {}
  std::vector<std::string> notes() const override;
  std::vector<std::string> leftOut() const override { return lowered_.leftOut; }
  bool guardsUpdates() const override { return lowered_.guarded; }
  const StateLayouts& stateLayouts() const { return lowered_.state; }
  std::int64_t measuredPeakBytes() const override { return step_ ? state_->residentBytes() + step_->residentBytes() : 0; }

  // Why the step runs kernel by kernel and not as a CUDA graph; empty if it is one.
  const std::string& whyNoGraph() const { return whyNoGraph_; }
  // Why recordings show nodes timed by the host instead of kernels timed by the GPU; empty if they show kernels.
  const std::string& whyNoKernels() const { return whyNoKernels_; }
  // Why recordings have no sampled counters; empty if they have them, and before the first recording. Counters of NVML do not depend on this.
  const std::string& whyNoCounters() const { return whyNoCounters_; }

 private:
  struct Step {
    NodeId node = kNone;
    std::vector<Launch> launches;
    std::vector<Kernel*> kernels;  // one per launch; null if it is not one of our kernels
  };
  bool observed() const { return observer_ && observer_->everyNode(); }
  void releaseGraphs();
  std::byte* address(ValueId value) const;
  Uploads::Target openFor(std::string_view name, Role role);
  void launch(const Step& step);
  void launchAll();
  void runRecorded(Recorder& recorder);
  bool startCollecting();
  void runCollected(Recorder& recorder);
  void runWaited(Recorder& recorder);
  void stopCollecting();
  std::int32_t detachCollector();
  void profilerFailed(Recorder& recorder, std::int32_t status);
  void dropWorkOfOthers(Recorder& recorder);
  void drain(Recorder& recorder, bool stepsAlone);
  void readCounters(Recorder& recorder, bool all);
  void stopCounters();
  StepGraph* record(bool withNodes);
  void capture();
  void captureTraced();
  void wait() const;
  void checkData() const;
  Call callOf(NodeId node, bool withAddresses) const;

  std::shared_ptr<Device> device_;
  Uploads uploads_;
  ValueCheck valueCheck_;
  Lowered lowered_;
  MemoryPlan plan_;
  std::shared_ptr<Arena> state_, step_;
  std::vector<Step> steps_;
  std::vector<std::pair<NodeId, ValueId>> dataChecks_;
  StepGraph* stepGraph_ = nullptr;
  bool capturedUnderCollector_ = false;
  bool captureTried_ = false;
  StepGraph* tracedGraph_ = nullptr;  // the graph of the step whose nodes the collector knows; only while it collects
  bool tracedTried_ = false;
  bool started_ = false;  // a step has been started since the last wait
  mutable bool pending_ = false;
  std::string whyNoGraph_, whyNoKernels_, whyNoCounters_;
  bool collecting_ = false;
  bool recorded_ = false;                            // the last run was recorded
  bool profilerFailed_ = false;                      // the profiler failed in this recording
  std::int64_t runBegan_ = 0;                        // nowNs() at the beginning of the last run
  std::int64_t collectedSteps_ = 0, drainedNs_ = 0;  // steps since collecting began; nowNs() of the last request for records
  std::int64_t collectedTurn_ = 0;                   // Device::turn() of the last step that the collector has returned
  std::int64_t usedAtStart_ = -1;                    // used memory of the device when the collector was started, bytes; -1: not known
  std::unique_ptr<GpuRecording> recording_;          // the current recording
  std::unique_ptr<CounterReader> counterReader_;     // not null while counters are sampled
  CounterClock counterClock_;
  CounterTracks counterTracks_;
  CollectorCounts counts_;
  StepObserver* observer_ = nullptr;
  mutable std::map<ValueId, std::vector<std::byte>> copies_;  // copies that memory() has returned
};

}  // namespace stepscope::cuda
