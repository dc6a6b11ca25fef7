// Converts CUPTI's activity records to ours. External correlations may be in a later buffer than their kernels, so records are kept until finish()
// joins them (pytorch/kineto 360873c0).
#pragma once

#include <cupti.h>

#include <deque>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/backend/cuda/base/gpu_record.h"

namespace stepscope::cuda {

// Of the kinds of records used here only kernels point to a text that CUPTI owns: the kernel's name, which may be null.
bool isKernel(const CUpti_Activity& record);
const char* kernelName(const CUpti_Activity& record);
void setKernelName(CUpti_Activity& record, const char* name);

class RecordParser {
 public:
  // `callName` returns the name of a runtime or driver call; may be null.
  using CallName = const char* (*)(bool driver, std::uint32_t id);
  explicit RecordParser(CallName callName = nullptr) : callName_(callName) {}

  void add(const CUpti_Activity* record);
  // Adds an event of a CUDA graph. Kernels of a graph belong to the node that was pushed when their graph node was created, since a launch has one
  // correlation for all of them.
  void add(const GraphNodeEvent& event);
  // Passes all records to `sink`, in order of time, and removes them. Correlations are kept for records that arrive later.
  void finish(void* user, RecordSink sink, CollectorCounts& counts);

 private:
  void addMemory(const CUpti_ActivityMemory4& from);
  const char* kept(const char* text);
  void keep(GpuRecord record);
  const char* readable(const char* name);
  std::uint64_t ownerOf(std::uint64_t graphNode) const;  // the node to which a node of a CUDA graph belongs; 0: not known

  CallName callName_;
  std::vector<GpuRecord> records_;
  std::unordered_map<std::uint32_t, std::uint64_t> nodes_;       // correlation -> node
  std::unordered_map<std::uint64_t, std::uint64_t> graphNodes_;  // node of a CUDA graph -> node
  std::unordered_map<std::uint64_t, std::uint64_t> copies_;      // node of a CUDA graph -> the one it was copied from
  std::unordered_map<std::string, const char*> readable_;        // displayed names of kernels
  std::unordered_set<std::string> names_;                        // copies of CUPTI's names, which it frees when it is detached
  std::unordered_map<std::uint64_t, std::int64_t> blocks_;       // sizes of memory by address, since the record of a release may not have the size
  CollectorCounts counts_;
};

}  // namespace stepscope::cuda
