// Opens any trace: JSON of the Chrome trace event format (Kineto and PyTorch, TensorFlow, JAX, Perfetto's legacy format), SQLite exports of
// Nsight Systems, our own recordings (.sstrace); each plain or gzip. The format is told by the first bytes, never by the name.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "profiler/trace/trace.h"

namespace stepscope {

struct ImportProgress {
  std::uint64_t bytesRead = 0, bytes = 0;  // of the file
  std::int64_t events = 0;                 // so far
};

struct ImportOptions {
  // Called on the calling thread about 20 times a second; false cancels. May be empty.
  std::function<bool(const ImportProgress&)> progress;
  int readers = 0;  // threads that parse JSON; 0: chosen by the number of cores
  // The name of the spans that are the training steps, of a trace from elsewhere. Empty: ProfilerStep#, "step 3", else what updates of the
  // weights or waits for data show.
  std::string step{};
};

// Nothing when it was cancelled. A file that is damaged or cut short is read as far as it goes: Trace::notes counts what was lost and why.
// Throws Error (Input) when the file is missing, empty, or no trace at all; Error (Resource) when the disk fails.
std::optional<Trace> importTrace(const std::string& path, const ImportOptions& options = {});

// The files of several ranks of one training as one trace (ranks/merge_ranks.h): notes tell by what their clocks were aligned. One path is
// opened as above. Throws also what importTrace does of any of them, and Error (Input) for none or more than 250.
std::optional<Trace> importTraces(const std::vector<std::string>& paths, const ImportOptions& options = {});

// What can be opened: "a trace in JSON (PyTorch, JAX, Chrome), an SQLite export of Nsight Systems, or ..."; "*.json *.json.gz ...".
std::string traceFormats();
std::string traceSuffixes();

}  // namespace stepscope
