#include "core/project/switches.h"

#include <fmt/format.h>

namespace stepscope {
namespace {

// "Batch size" as it stands within a sentence.
std::string inSentence(std::string title) {
  if (!title.empty() && title[0] >= 'A' && title[0] <= 'Z') title[0] = static_cast<char>(title[0] - 'A' + 'a');
  return title;
}

}  // namespace

const std::vector<SwitchDef>& switchDefs() {
  static const std::vector<SwitchDef> defs = {
      {"batch_size", "Batch size",
       "Samples in one training step; memory grows with it, and so does the work that a step shares among the cores.", 1, 65536,
       [](const Switches& s) { return s.batchSize; }, [](Switches& s, std::int64_t value) { s.batchSize = value; }},
      {"num_workers", "Loader workers",
       "Threads that read, decode and augment samples while the trainer computes; 0 reads them in the trainer's own thread.", 0, 64,
       [](const Switches& s) { return s.numWorkers; }, [](Switches& s, std::int64_t value) { s.numWorkers = value; }},
  };
  return defs;
}

std::string describeChange(const Switches& before, const Switches& after) {
  std::string text;
  for (const SwitchDef& def : switchDefs()) {
    if (def.get(before) == def.get(after)) continue;
    if (!text.empty()) text += ", ";
    text += fmt::format("{} {} -> {}", inSentence(def.title), def.get(before), def.get(after));
  }
  return text;
}

}  // namespace stepscope
