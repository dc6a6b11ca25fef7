#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/data/data_key.h"
#include "core/data/kinds/dataset_table.h"

namespace stepscope {

DataSplits openData(const DataSpec& spec) {
  if (!(spec.validationSplit >= 0 && spec.validationSplit < 1)) {
    throw Error(ErrorKind::Input, "data.validation_split", fmt::format("is {}", spec.validationSplit),
                "Give a fraction of the samples, from 0 to below 1");
  }
  if (!(spec.testShare >= 0 && spec.testShare < 1))
    throw Error(ErrorKind::Input, "data.test_share", fmt::format("is {}", spec.testShare), "Give a fraction of the samples, from 0 to below 1");
  if (spec.testShare + spec.validationSplit >= 1)
    throw Error(ErrorKind::Input, "data.test_share",
                fmt::format("is {}, and data.validation_split is {}: together they leave nothing for training", spec.testShare, spec.validationSplit),
                "Lower one of them");
  if (!(spec.maxBadShare >= 0 && spec.maxBadShare <= 1))
    throw Error(ErrorKind::Input, "data.max_bad_share", fmt::format("is {}", spec.maxBadShare), "Give a fraction of the samples, from 0 to 1");
  if (const DatasetDef* def = findDataset(spec.kind)) return def->open(spec);
  std::vector<std::string_view> kinds;
  for (const DatasetDef& def : datasetDefs()) kinds.push_back(def.kind);
  throw Error(ErrorKind::Input, "data.kind", fmt::format("\"{}\" is unknown", spec.kind), fmt::format("Use one of {}", fmt::join(kinds, ", ")));
}

std::shared_ptr<const Dataset> openTestPart(const DataSpec& spec) {
  DataSpec whole = spec;
  whole.openTest = true;
  std::shared_ptr<const Dataset> test = openData(whole).test;
  if (test) return test;
  const DatasetDef& def = *findDataset(spec.kind);
  const std::vector<DataKey> keys = def.keys();
  const auto takes = [&](std::string_view name) {
    return std::any_of(keys.begin(), keys.end(), [&](const DataKey& key) { return key.key == name; });
  };
  std::vector<std::string> ways;
  if (takes("data.test_as")) ways.push_back("set data.test_as = \"test\" if there are test files beside the training data");
  if (takes("data.test_path")) ways.push_back("name other data in data.test_path");
  if (takes("data.test_share")) ways.push_back("set data.test_share, such as 0.2, and train anew");
  std::string cure = ways.empty() ? "Use data of another kind" : fmt::format("{}", fmt::join(ways, ", or "));
  cure.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(cure.front())));
  throw Error(ErrorKind::Input, takes("data.test_path") ? "data.test_path" : "data.kind", "there is no test part", cure);
}

void requireNoTestShare(const DataSpec& spec, const std::string& testPart) {
  if (spec.testShare > 0)
    throw Error(ErrorKind::Input, "data.test_share", fmt::format("is {}, but the data have a test part of their own: {}", spec.testShare, testPart),
                "Remove data.test_share");
}

}  // namespace stepscope
