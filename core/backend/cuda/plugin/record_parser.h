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

// Of the record kinds used here only kernels point to a text of CUPTI's, which may be null.
bool isKernel(const CUpti_Activity& record);
const char* kernelName(const CUpti_Activity& record);
void setKernelName(CUpti_Activity& record, const char* name);

class RecordParser {
 public:
  // callName: returns the name of a runtime or driver call; may be null.
  using CallName = const char* (*)(bool driver, std::uint32_t id);
  explicit RecordParser(CallName callName = nullptr) : callName_(callName) {}

  void add(const CUpti_Activity* record);
  // Kernels of a CUDA graph belong to the node that was pushed when their graph node was created: a launch has one correlation for all of them.
  void add(const GraphNodeEvent& event);
  // Returns everything in order of time and forgets it. Correlations are kept for records that come later.
  void finish(void* user, RecordSink sink, CollectorCounts& counts);

 private:
  void addMemory(const CUpti_ActivityMemory4& from);
  const char* kept(const char* text);
  void keep(GpuRecord record);
  const char* readable(const char* name);
  std::uint64_t ownerOf(std::uint64_t graphNode) const;  // 0: not known

  CallName callName_;
  std::vector<GpuRecord> records_;
  std::unordered_map<std::uint32_t, std::uint64_t> nodes_;       // correlation -> node
  std::unordered_map<std::uint64_t, std::uint64_t> graphNodes_;  // node of a CUDA graph -> node
  std::unordered_map<std::uint64_t, std::uint64_t> copies_;      // node of a CUDA graph -> the one it was copied from
  std::unordered_map<std::string, const char*> readable_;        // displayed names of kernels
  std::unordered_set<std::string> names_;                        // CUPTI's names, which it frees when it is detached
  std::unordered_map<std::uint64_t, std::int64_t> blocks_;       // memory by address, since a release may not contain its size
  CollectorCounts counts_;
};

}  // namespace stepscope::cuda
