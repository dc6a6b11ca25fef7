#include "core/base/error.h"
#include "core/data/kinds/dataset_table.h"
#include "core/project/project.h"
#include "core/project/starting_point.h"

namespace stepscope {

std::string newProjectText(const std::string& name, const std::string& dataKind, const std::string& dataPath) {
  const DatasetDef* def = findDataset(dataKind);
  require(def != nullptr, "a project was to begin with a kind of data that there is not");
  DataPreview data;  // nothing is known of it but its kind
  data.spec.kind = dataKind;
  if (data.spec.kind == "text") {
    data.spec.validationSplit = 0.1;
    data.spec.contextLength = 64;
  }
  constexpr int kFewCores = 2;
  return projectText(name, data, def->path == DatasetDef::Path::None ? std::string() : dataPath, startingPoint(data, kFewCores));
}

}  // namespace stepscope
