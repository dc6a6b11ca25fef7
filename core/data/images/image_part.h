// An image that is not a file of its own: a record, or a member of an archive.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stepscope {

struct ImagePart {
  std::shared_ptr<const std::string> path;                  // of the file that holds it; null: the image's name is its file
  std::int64_t begin = 0, bytes = -1;                       // in that file; -1: to its end
  std::shared_ptr<const std::vector<std::uint8_t>> memory;  // its bytes, if the file is compressed and cannot be read at a place; else null
};

}  // namespace stepscope
