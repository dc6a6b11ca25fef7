// The formats behind importTrace().
#pragma once

#include <string>

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

Trace importChrome(const std::string& path, const ImportOptions& options, ProgressReport& report);
// `path` names the file in errors, `database` is what SQLite opens; they differ when the file was packed. `keep` lives as long as the
// trace.
Trace importNsight(const std::string& path, const std::string& database, std::shared_ptr<const void> keep, ProgressReport& report);

}  // namespace stepscope
