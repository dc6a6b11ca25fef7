// An image that is not a file of its own: a record, or a member of an archive.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace stepscope {

struct ImagePart {
  std::shared_ptr<const std::string> path;                  // the file that holds it; null: the name of the image is a file of its own
  std::int64_t begin = 0, bytes = -1;                       // in that file; -1: to its end
  std::shared_ptr<const std::vector<std::uint8_t>> memory;  // its bytes, if the file is compressed and so has no random access; else null
};

}  // namespace stepscope
