// What a run's data lack: files left out when they were opened, and samples that turned out unreadable since. Told in a few lines, kept
// whole with the run as its artefact "data":
//   {task, outputs, train: {samples, fingerprint, left_out: ["sentence"], unreadable: [{index, problem}]}, validation: the same or null}
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/data/quarantine.h"

namespace stepscope {

class DataWatch {
 public:
  // kept: the artefact of the run that is resumed, or empty. What is known from it counts on, unless the data are others now, or the run
  // ended for too many: then its files were to be mended.
  DataWatch(const DataSplits& data, double mostShare, const std::string& kept);

  Quarantine& train() { return train_.quarantine; }
  Quarantine& validation() { return validation_.quarantine; }

  // Sentences about the files left out.
  std::vector<std::string> opened() const;
  // About the samples that were unreadable since the last call: the first few of a run by name.
  std::vector<std::string> news();
  // Where there were more than those few.
  std::optional<std::string> summary() const;

  // The artefact, when it has changed since the last call.
  std::optional<std::string> changed();

 private:
  struct Part {
    std::shared_ptr<const Dataset> data;  // null: no validation
    Quarantine quarantine;
    std::size_t told = 0, saved = 0;
  };
  static Part partOf(const std::shared_ptr<const Dataset>& data, double mostShare, const std::string& kept, const char* split);

  Part train_, validation_;
  int named_ = 0;
  bool saved_ = false, toldOfMore_ = false;
};

}  // namespace stepscope
