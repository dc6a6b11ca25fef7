// Opens any trace: JSON of the Chrome trace event format (Kineto and PyTorch, TensorFlow, JAX, Perfetto's legacy format), SQLite exports of Nsight
// Systems, XProf's profiles (.xplane.pb), our own recordings (.sstrace); each uncompressed or gzip. The first bytes decide the format, not the name.
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
  int readers = 0;  // number of threads that parse JSON; 0: depends on the number of cores
  // The name of the training steps' spans, in a trace of another program. Empty: ProfilerStep#, "step 3", else found from updates of the weights or
  // waits for data.
  std::string step{};
};

// No value if it was cancelled. A damaged or cut file is read as far as possible: Trace::notes counts what was lost and why. Throws Error (Input) if
// the file is missing, empty, or not a trace; Error (Resource) if the disk fails.
std::optional<Trace> importTrace(const std::string& path, const ImportOptions& options = {});

// The files of several ranks of one training as one trace (ranks/merge_ranks.h): notes tell how their clocks were aligned. A single path is opened as
// above. Throws the errors of importTrace for any of them, and Error (Input) for none or more than 250.
std::optional<Trace> importTraces(const std::vector<std::string>& paths, const ImportOptions& options = {});

// The supported formats, for errors: "a trace in JSON (PyTorch, JAX, Chrome), an SQLite export of Nsight Systems, or ..."; and for file dialogs:
// "*.json *.json.gz ...".
std::string traceFormats();
std::string traceSuffixes();

}  // namespace stepscope
