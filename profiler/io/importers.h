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
  bool cancelled();  // reports the latest progress again; true if the user cancelled

 private:
  const ImportOptions& options_;
  ImportProgress latest_;
  std::int64_t next_ = 0;
};

// The input of an importer.
struct ImportSource {
  const std::string& path;           // names the file in errors and in Trace::source
  const std::string& readable;       // the file to open: the same, or its uncompressed copy
  std::shared_ptr<const void> keep;  // the uncompressed copy, deleted with its last user; null: there is none
  const ImportOptions& options;
  ProgressReport& report;
};

// A trace format: an entry in import.cpp and a function in its own file.
struct ImporterDef {
  enum class Packed : std::uint8_t {
    Streams,    // reads gzip itself, as TextSource does
    Copy,       // needs random access, so gzip is unpacked first; a copy that is cut short is read as far as it goes
    WholeCopy,  // the same, but a copy that is cut short is refused
  };
  std::string_view title;                   // "an SQLite export of Nsight Systems": listed in the error about a file that is not a trace
  std::string_view suffixes;                // for file dialogs: "*.json *.json.gz"
  bool (*isFormat)(std::string_view head);  // checks the first 512 bytes, uncompressed; null: any file that no other format recognizes
  Trace (*read)(const ImportSource& source);
  Packed packed;
  // What recordings of this format contain about memory, if they cannot contain the single events of an allocator; else empty.
  std::string_view memory = {};
  bool tellsPeak = false;  // whether recordings contain their peak (Trace::atPeak)
};
const std::vector<ImporterDef>& importerDefs();

// The format of a file, and whether it is packed by gzip. Throws Error (Input) for known formats that are not supported.
struct FormatOfFile {
  const ImporterDef& def;
  bool gzip = false;
};
FormatOfFile formatOf(const std::string& path);

Trace importChrome(const ImportSource& source);
Trace importNsight(const ImportSource& source);
Trace importRecording(const ImportSource& source);
Trace importXPlane(const ImportSource& source);

}  // namespace stepscope
