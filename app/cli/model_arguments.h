// A model of the zoo by name, with the input it is given.
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/base/nearest.h"
#include "core/models/model.h"

namespace stepscope::cli {

struct ZooModel {
  ModelSpec spec;
  ModelInput input;
};

// imageSize 0: the model's own. Throws Error (Input) with the nearest name.
inline ZooModel zooModel(const std::string& name, std::int64_t imageSize) {
  std::vector<std::string> names;
  for (const ZooEntry& entry : modelZoo()) {
    names.push_back(entry.name);
    if (entry.name != name) continue;
    ZooModel model;
    model.spec.name = name;
    model.input = defaultInput(entry);
    if (imageSize > 0) {
      if (model.input.sample.size() != 3) throw Error(ErrorKind::Input, "--image", name + " takes no images", "Leave --image out");
      model.input.sample[1] = model.input.sample[2] = imageSize;
    }
    return model;
  }
  throw Error(ErrorKind::Input, name, "there is no model of this name", suggestName(name, names));
}

}  // namespace stepscope::cli
