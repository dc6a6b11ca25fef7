// Records a run in the store (its row, metrics, markers, artefacts and captures) and sends its events.
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

  // Opens the project's store, once; reports its warnings. Throws Error if it cannot be opened or written.
  void openStore();
  RunWriter& store() { return *store_; }
  const std::shared_ptr<RunWriter>& sharedStore() const { return store_; }
  RunInfo& run() { return run_; }
  RunId runId() const { return run_.id; }
  // Starts a new run, or continues the one in run() at the state's step.
  void begin(bool resumed);
  // The next run is a fork of another one.
  void forkedFrom(RunOrigin origin) { origin_ = std::move(origin); }
  const std::optional<RunOrigin>& origin() const { return origin_; }
  bool begun() const { return begun_; }

  void point(const std::string& key, double value);  // at the state's step
  void mark(const char* kind, std::string label);
  void warn(std::string text);  // reported, and kept in the run's log
  void log(LogLine::Level level, std::string text);
  void logEpoch(const EpochEvent& epoch);
  SpanLedger& spans() { return spans_; }
  void sampleSystem(std::int64_t now);  // every second, as series "system/..."
  void tellUnreadable();                // samples found unreadable since the last call
  void keepHistograms(std::vector<TensorHistogram> histograms);
  void publishPlan();
  void tellSwitches();  // reports the switches in use now
  void tellSwitchRows(const std::vector<SwitchRow>& rows);
  // Reports what the store could not write.
  void tellErrors();
  bool updateDue(std::int64_t now) const { return now >= nextUpdate_; }
  void update();  // writes the run's row: progress and results so far

  void capture(int steps);  // captures the next steps, on request
  // Before every step: starts a window that was requested or that the project's schedule asks for.
  void beginCaptureIfDue();
  bool captureAwaited() const { return captureAsked_ && state_.capture.asked(); }  // requested, but not started yet
  void finishCapture();                                                            // takes the open window
  void keepFindings();  // those of the last window, when the rest of the run is in the store
  void tellLive();      // sends the last steps, a few times a second, if a view follows them

  // Stores a text that the trained language model writes. Does nothing for other models.
  void keepTextSample();
  // Keeps the predictions of the last complete validation, which are written when the run ends.
  void keepPredictions(std::shared_ptr<const PredictionLog> log) { predictions_ = std::move(log); }
  // Returns a sentence saying what could not be written; empty: all of it is on disk.
  std::string finish(RunStatus status, const std::string& message, bool outOfMemory);
  // The event that ends the run.
  EndEvent endEvent(RunStatus status, const std::string& message) const;
  // The last event of a run that should continue but had nothing left to do, with its values from the store.
  EndEvent asItWas(const std::string& message) const;

 private:
  void putFinals(EndEvent& event) const;
  void sampleDevice();  // stores the counters of the device, besides those of the system
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
  std::vector<LogLine> early_;  // from before the run exists in the store
  bool begun_ = false;
  std::int64_t nextUpdate_ = 0;  // nowNs()
  void captureFailed(const std::exception& error);
  std::string finishOnFullDisk(const std::string& why);
  void noteProfiler(const Trace& trace);

  bool autoCaptureDone_ = false, captureAsked_ = false;
  std::optional<CoreUse> coreUse_;                       // since the run began or the previous window ended
  double validationBefore_ = 0, checkpointsBefore_ = 0;  // seconds of earlier sessions
  std::int64_t liveTold_ = 0;                            // nowNs() of the last LiveEvent
  std::string findingsLost_;                             // why the findings could not be kept
  std::string profilerSaid_;                             // the profiler's failure, reported once
};

}  // namespace stepscope
