#include "core/train/capture/capture_keeper.h"

#include "profiler/trace/trace_file.h"

namespace stepscope {

void CaptureKeeper::keep(CapturedWindow window, const std::string& file, std::shared_ptr<RunWriter> store) {
  wait();
  running_ = std::async(std::launch::async, [this, window = std::move(window), file, store = std::move(store)] {
    try {
      saveTrace(*window.trace, file);
    } catch (const Error& error) {
      return told_({}, error);
    } catch (const std::exception& error) {  // such as too little memory
      return told_({}, Error(ErrorKind::Resource, file, error.what()));
    }
    kept_ = window;
    told_(file, {});
    try {
      if (findings_) store->setArtefact(window.run, "findings", findings_(window));
    } catch (const std::exception&) {  // tried again when the run ends, and then reported
    }
  });
}

void CaptureKeeper::wait() {
  if (running_.valid()) running_.get();
}

std::string CaptureKeeper::finish(RunWriter& store) {
  wait();
  if (!kept_.trace || !findings_) return {};
  try {
    store.setArtefact(kept_.run, "findings", findings_(kept_));
    store.flush();
  } catch (const std::exception& error) {
    return std::string("the findings could not be kept with the run. ") + error.what();
  }
  return {};
}

}  // namespace stepscope
