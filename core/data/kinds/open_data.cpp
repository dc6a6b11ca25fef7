#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/data/kinds/dataset_table.h"

namespace stepscope {

DataSplits openData(const DataSpec& spec) {
  if (!(spec.validationSplit >= 0 && spec.validationSplit < 1)) {
    throw Error(ErrorKind::Input, "data.validation_split", fmt::format("is {}", spec.validationSplit),
                "Give a fraction of the samples, from 0 to below 1");
  }
  if (!(spec.maxBadShare >= 0 && spec.maxBadShare <= 1))
    throw Error(ErrorKind::Input, "data.max_bad_share", fmt::format("is {}", spec.maxBadShare), "Give a fraction of the samples, from 0 to 1");
  if (const DatasetDef* def = findDataset(spec.kind)) return def->open(spec);
  std::vector<std::string_view> kinds;
  for (const DatasetDef& def : datasetDefs()) kinds.push_back(def.kind);
  throw Error(ErrorKind::Input, "data.kind", fmt::format("\"{}\" is unknown", spec.kind), fmt::format("Use one of {}", fmt::join(kinds, ", ")));
}

}  // namespace stepscope
