// Stores activity buffers of CUPTI in a file, so that a recording made on a device becomes test data. Records point to the names of kernels, which
// are stored with them. They can be read only by the version of CUPTI that wrote them, since the record formats differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/backend/cuda/base/gpu_record.h"

namespace stepscope::cuda {

struct KeptRecords {
  std::uint32_t cupti = 0;                          // version of CUPTI: 130000 is 13.0
  std::vector<GraphNodeEvent> events;               // observed while graphs were created
  std::map<std::uint64_t, std::string> names;       // names of kernels, by the address in the records
  std::vector<std::vector<std::uint64_t>> buffers;  // aligned like the buffers of CUPTI

  void addBuffer(const void* bytes, std::size_t size);
  // Both throw Failure with a sentence.
  void write(const std::string& path) const;
  static KeptRecords read(const std::string& path);
};

// The path of the next file, FOLDER/records-<process>-<number>.cupti, if STEPSCOPE_CUPTI_DUMP=FOLDER is set; FOLDER is created if it is missing.
// Empty if the variable is not set.
std::string nextRecordsFile();

}  // namespace stepscope::cuda
