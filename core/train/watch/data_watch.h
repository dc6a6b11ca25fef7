// Problems of a run's data: files left out when the data were opened, and samples found unreadable later. Reported in a few lines, and kept
// completely with the run as its artefact "data":
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
  // `kept`: the artefact of the resumed run, or empty. Its counts are continued, unless the data have changed, or the run ended because of too many
  // problems: then the files should have been repaired.
  DataWatch(const DataSplits& data, double mostShare, const std::string& kept);

  Quarantine& train() { return train_.quarantine; }
  Quarantine& validation() { return validation_.quarantine; }

  // Sentences about the files that were left out.
  std::vector<std::string> opened() const;
  // Sentences about samples found unreadable since the last call, with their names for the first few of a run.
  std::vector<std::string> news();
  // A sentence with the totals if there were more than those few.
  std::optional<std::string> summary() const;

  // The artefact, if it has changed since the last call.
  std::optional<std::string> changed();

 private:
  struct Part {
    std::shared_ptr<const Dataset> data;  // null: no validation data
    Quarantine quarantine;
    std::size_t told = 0, saved = 0;
  };
  static Part partOf(const std::shared_ptr<const Dataset>& data, double mostShare, const std::string& kept, const char* split);

  Part train_, validation_;
  int named_ = 0;
  bool saved_ = false, toldOfMore_ = false;
};

}  // namespace stepscope
