// The formats behind importTrace().
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/io/import.h"

namespace stepscope {

// Reports the progress at most 20 times a second. Throws ImportCancelled.
class ProgressReport {
 public:
  explicit ProgressReport(const ImportOptions& options) : options_(options) {}
  void operator()(const ImportProgress& progress);
  bool cancelled();  // asks again with the latest progress

 private:
  const ImportOptions& options_;
  ImportProgress latest_;
  std::int64_t next_ = 0;
};

// What an importer reads.
struct ImportSource {
  const std::string& path;           // names the file in errors and in Trace::source
  const std::string& readable;       // what is opened: the same, or its unpacked copy
  std::shared_ptr<const void> keep;  // the unpacked copy, deleted with its last user; null: there is none
  const ImportOptions& options;
  ProgressReport& report;
};

// A trace format: an entry in import.cpp and a function in a file of its own.
struct ImporterDef {
  enum class Packed : std::uint8_t {
    Streams,    // reads gzip itself, as TextSource does
    Copy,       // reads here and there, so that gzip is unpacked first; of a copy that is cut short, what is there
    WholeCopy,  // the same, but nothing of a copy that is cut short
  };
  std::string_view title;                   // "an SQLite export of Nsight Systems": tells what may be chosen instead of what is no trace
  std::string_view suffixes;                // for file dialogs: "*.json *.json.gz"
  bool (*isFormat)(std::string_view head);  // told by the first 512 bytes, unpacked; null: what no other format is
  Trace (*read)(const ImportSource& source);
  Packed packed;
};
const std::vector<ImporterDef>& importerDefs();

Trace importChrome(const ImportSource& source);
Trace importNsight(const ImportSource& source);
Trace importRecording(const ImportSource& source);
Trace importXPlane(const ImportSource& source);

}  // namespace stepscope
