// Keeps captured windows with their run, whichever front end is open: the trace as a file, and the findings in it as the artefact "findings". It has
// its own thread, so training continues meanwhile.
#pragma once

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/store/run_store.h"
#include "core/train/capture/capture_facts.h"
#include "profiler/trace/trace.h"

namespace stepscope {

struct CapturedWindow {
  std::string storePath;
  RunId run = 0;
  std::shared_ptr<const Trace> trace;
  std::shared_ptr<const CaptureFacts> facts;
};

// Computes the findings in a window, as JSON. May throw Error.
using FindingsOf = std::function<std::string(const CapturedWindow&)>;

class CaptureKeeper {
 public:
  using Told = std::function<void(const std::string& file, const std::optional<Error>& problem)>;
  // `findings`: null if none are kept. `told`: called on the keeper's thread for each window.
  CaptureKeeper(FindingsOf findings, Told told) : findings_(std::move(findings)), told_(std::move(told)) {}
  ~CaptureKeeper() { wait(); }

  // Replaces the previous window; waits until that one is kept.
  void keep(CapturedWindow window, const std::string& file, std::shared_ptr<RunWriter> store);
  void wait();
  // Keeps the findings once more. Call it when the whole run is in the store, because more can be found then. Returns why they could not be kept;
  // empty if they are kept or if nothing was captured.
  std::string finish(RunWriter& store);

 private:
  FindingsOf findings_;
  Told told_;
  CapturedWindow kept_;  // the window on disk
  std::future<void> running_;
};

}  // namespace stepscope
