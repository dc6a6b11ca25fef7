// A frozen model: graphs that only answer, the weights that they share, and all that must be known to ask it.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/data/dataset.h"
#include "core/frozen/frozen_file.h"
#include "core/project/project.h"

namespace stepscope {

// Where it comes from.
struct FrozenOrigin {
  std::string title, source, project;  // "run 3, best.000002"; the folder or file; the project's name
  std::int64_t run = -1, step = -1;    // -1: not a run
};

// The changes that were made to the model, and what is known of it.
struct FrozenRecord {
  int foldedNorms = 0, keptNorms = 0;
  // The largest difference between its answers and the model's on random samples, divided by the model's largest answer.
  double difference = std::numeric_limits<double>::quiet_NaN();
  std::string metric;  // "val_accuracy": of the checkpoint; empty: not known
  double score = std::numeric_limits<double>::quiet_NaN();
};

// The kernels that were fastest where it was frozen: of use on such a machine only.
struct FrozenKernels {
  std::string processor, isa, library;
  std::map<std::string, std::string> choices;  // as KernelChoices
  bool isFor(const DeviceInfo& device) const { return processor == device.name && isa == device.isa && library == device.library; }
};

struct FrozenModel {
  std::vector<FrozenGraph> graphs;                           // by batch size
  std::map<std::string, FrozenWeight, std::less<>> weights;  // their numbers are in `file`, or in memory of the one who froze it
  std::shared_ptr<const FrozenFile> file;                    // null: not written yet
  DType precision = DType::F32;                              // F32, or BF16 where the machine multiplies it faster
  FrozenOrigin origin;
  FrozenRecord record;
  FrozenKernels kernels;
  SampleInfo sample;
  ChannelScale pixels;  // empty: no pictures, or not known
  Project project;      // its data and loss; data.kind is empty if no data are known

  // The largest of its batch sizes that is at most `wanted`, else the smallest.
  const FrozenGraph& graphFor(std::int64_t wanted) const;
  std::string batches() const;  // "1, 8, 32"
};

// Pictures are read as picture_reader.h says: the only rule for their size there is.
inline constexpr const char* kCentredPart = "centred part, antialiased bilinear";

// Throws Error as FrozenFile and writeFrozenFile().
FrozenModel readFrozenModel(const std::string& file);
std::int64_t writeFrozenModel(const FrozenModel& model, const std::string& file);

}  // namespace stepscope
