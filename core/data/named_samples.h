// Data sets whose samples come from places that a user knows: files, or rows of a file.
#pragma once

#include <string>

#include "core/data/dataset.h"

namespace stepscope {

class NamedSamples {
 public:
  virtual ~NamedSamples() = default;
  // The path of the sample's file, or file and line of its row: "photos/cat/7.jpg", "houses.csv:12".
  virtual std::string nameOf(std::int64_t index) const = 0;
};

// Empty: the samples of this data set have no names.
inline std::string nameOf(const Dataset& data, std::int64_t index) {
  const auto* named = dynamic_cast<const NamedSamples*>(&data);
  return named ? named->nameOf(index) : std::string();
}

}  // namespace stepscope
