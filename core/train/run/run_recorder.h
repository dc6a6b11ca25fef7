// What a run leaves behind: its row in the store with metrics, markers and artefacts, its captures; and what it tells meanwhile.
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/core_use.h"
#include "core/store/run_origin.h"
#include "core/store/run_store.h"
#include "core/train/capture/capture_facts.h"
#include "core/train/capture/capture_keeper.h"
#include "core/train/record/prediction_log.h"
#include "core/train/record/spare_room.h"
#include "core/train/record/system_samples.h"
#include "core/train/run/span_ledger.h"
#include "core/train/run/train_state.h"
#include "core/train/switches/switch_rows.h"
#include "core/train/watch/step_watch.h"

namespace stepscope {

class RunRecorder {
 public:
  explicit RunRecorder(TrainState& state);

  // The project's store, once; its warnings are told. Throws Error where it cannot be opened or written.
  void openStore();
  RunWriter& store() { return *store_; }
  const std::shared_ptr<RunWriter>& sharedStore() const { return store_; }
  RunInfo& run() { return run_; }
  RunId runId() const { return run_.id; }
  // A new run, or the one in run() goes on from the state's step.
  void begin(bool resumed);
  // The run that is to begin is a fork of another one.
  void forkedFrom(RunOrigin origin) { origin_ = std::move(origin); }
  const std::optional<RunOrigin>& origin() const { return origin_; }
  bool begun() const { return begun_; }

  void point(const std::string& key, double value);  // of the state's step
  void mark(const char* kind, std::string label);
  void warn(std::string text);  // told, and kept in the run's log
  void log(LogLine::Level level, std::string text);
  void logEpoch(const EpochEvent& epoch);
  SpanLedger& spans() { return spans_; }
  void sampleSystem(std::int64_t now);  // every two seconds, as series "system/..."
  void tellUnreadable();                // samples that turned out so since the last call
  void keepHistograms(std::vector<TensorHistogram> histograms);
  void publishPlan();
  void tellSwitches();  // those that count now
  void tellSwitchRows(const std::vector<SwitchRow>& rows);
  // What the store could not write.
  void tellErrors();
  bool updateDue(std::int64_t now) const { return now >= nextUpdate_; }
  void update();  // the run's row: progress and figures so far

  void capture(int steps);  // the next ones, for somebody who asked
  // Before every step: begins a window that was asked for or that the project's schedule wants.
  void beginCaptureIfDue();
  bool captureAwaited() const { return captureAsked_ && state_.capture.asked(); }  // by somebody, and not begun yet
  void finishCapture();                                                            // of the window that runs
  void keepFindings();                                                             // of the last one, when all else of the run is in the store
  void tellLive();                                                                 // the last steps, a few times a second, where somebody follows

  // What the language model writes now that it is trained; nothing of other models.
  void keepTextSample();
  // Of the last whole validation; written when the run ends.
  void keepPredictions(std::shared_ptr<const PredictionLog> log) { predictions_ = std::move(log); }
  // What of it could not be written: a sentence; empty: all of it is on disk.
  std::string finish(RunStatus status, const std::string& message, bool outOfMemory);
  // What the end of the run tells.
  EndEvent endEvent(RunStatus status, const std::string& message) const;
  // Of a run that was to go on and had come to its end, as the store has it.
  EndEvent asItWas(const std::string& message) const;

 private:
  void putFinals(EndEvent& event) const;
  void sampleDevice();  // of a device that tells about itself, beside the system's
  CaptureFacts captureFacts(const Trace& trace);

  std::shared_ptr<const PredictionLog> predictions_;
  TrainState& state_;
  CaptureKeeper keeper_;
  std::shared_ptr<RunWriter> store_;
  RunInfo run_;
  std::optional<RunOrigin> origin_;
  SpanLedger spans_;
  SystemSampler system_;
  SpareRoom spareRoom_;
  std::vector<LogLine> early_;  // of before there was a run to keep them with
  bool begun_ = false;
  std::int64_t nextUpdate_ = 0;  // nowNs()
  void captureFailed(const std::exception& error);
  std::string finishOnFullDisk(const std::string& why);
  void noteProfiler(const Trace& trace);

  bool autoCaptureDone_ = false, captureAsked_ = false;
  std::optional<CoreUse> coreUse_;                       // since the run began or the window before ended
  double validationBefore_ = 0, checkpointsBefore_ = 0;  // seconds of the sessions before this one
  std::int64_t liveTold_ = 0;                            // nowNs() of the last LiveEvent
  std::string findingsLost_;                             // why they could not be kept
  std::string profilerSaid_;                             // of its failure, told once
};

}  // namespace stepscope
