// safetensors: u64 header length, JSON header, tensors. Reads untrusted files safely: every size is checked before memory is allocated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/dtype.h"
#include "core/base/shape.h"

namespace stepscope {

struct SafeTensor {
  std::string name;
  DType dtype = DType::F32;
  Shape shape;
  std::vector<std::byte> data;
};

// One entry of a file's header, checked: offsets count from the start of the file.
struct SafeTensorInfo {
  std::string name;
  std::string dtype;  // as in the file: "F32", "BF16", "F8_E4M3", ...
  Shape shape;
  std::int64_t begin = 0, end = 0;
};

// Writes a temporary file beside `path` and replaces `path` by it (core/base/whole_file.h). Throws Error: Resource if the file cannot be written,
// Input if a name is not UTF-8.
void writeSafetensors(const std::string& path, const std::vector<SafeTensor>& tensors, const std::map<std::string, std::string>& metadata = {});
// Throws Error (Input) with the file and what is wrong with it; Error (Resource) if it does not fit into memory.
std::vector<SafeTensor> readSafetensors(const std::string& path, std::map<std::string, std::string>* metadata = nullptr);
// Only the header, in the order of the data; also reads element types for which the program has no DType.
std::vector<SafeTensorInfo> readSafetensorsHeader(const std::string& path, std::map<std::string, std::string>* metadata = nullptr);

}  // namespace stepscope
