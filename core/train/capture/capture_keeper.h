// Keeps captured windows with their run, whatever front end is open: the trace as a file, and what is found in it as the artefact
// "findings". On a thread of its own: training goes on meanwhile.
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

// As JSON. May throw Error.
using FindingsOf = std::function<std::string(const CapturedWindow&)>;

class CaptureKeeper {
 public:
  using Told = std::function<void(const std::string& file, const std::optional<Error>& problem)>;
  // findings: null where none are kept. told: called on the keeper's thread for each window.
  CaptureKeeper(FindingsOf findings, Told told) : findings_(std::move(findings)), told_(std::move(told)) {}
  ~CaptureKeeper() { wait(); }

  // Takes the place of the window before, which it waits for.
  void keep(CapturedWindow window, const std::string& file, std::shared_ptr<RunWriter> store);
  void wait();
  // When all of the run is in the store: more is found then. A sentence where it could not be kept; empty: it is, or nothing was captured.
  std::string finish(RunWriter& store);

 private:
  FindingsOf findings_;
  Told told_;
  CapturedWindow kept_;  // that is on disk
  std::future<void> running_;
};

}  // namespace stepscope
