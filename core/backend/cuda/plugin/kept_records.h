// Activity buffers of CUPTI in a file, so that a recording made on a device becomes test data. Records point to the names of kernels, which are
// stored with them. They can be read only by the version of CUPTI that wrote them, since the record formats differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/backend/cuda/base/gpu_record.h"

namespace stepscope::cuda {

struct KeptRecords {
  std::uint32_t cupti = 0;                          // 130000: its version
  std::vector<GraphNodeEvent> events;               // seen while graphs were made
  std::map<std::uint64_t, std::string> names;       // by the address in the records
  std::vector<std::vector<std::uint64_t>> buffers;  // aligned as CUPTI's

  void addBuffer(const void* bytes, std::size_t size);
  // Throw Failure with a sentence.
  void write(const std::string& path) const;
  static KeptRecords read(const std::string& path);
};

// FOLDER/records-<process>-<number>.cupti for STEPSCOPE_CUPTI_DUMP=FOLDER, which is created if it is missing; empty if nothing is stored.
std::string nextRecordsFile();

}  // namespace stepscope::cuda
