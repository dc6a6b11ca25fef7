// A frozen model: graphs that only compute answers, the weights that they share, and all that is needed to give it samples.
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

// The model that it was made from.
struct FrozenOrigin {
  std::string title, source, project;  // "run 3, best.000002"; its folder or file; the name of its project
  std::int64_t run = -1, step = -1;    // of the checkpoint; -1: not known, or not from a run
};

// The changes that were made to the model, and how good it is.
struct FrozenRecord {
  int foldedNorms = 0, keptNorms = 0;  // batch norms
  // The largest difference between its answers and the model's on random samples, divided by the model's largest answer.
  double difference = std::numeric_limits<double>::quiet_NaN();
  std::string metric;  // of `score`, which is that of the checkpoint: "val_accuracy"; empty: not known
  double score = std::numeric_limits<double>::quiet_NaN();
};

// The kernels that were fastest on the machine where it was frozen. They are used only on machines for which isFor() is true.
struct FrozenKernels {
  std::string processor, isa, library;
  std::map<std::string, std::string> choices;  // as KernelChoices
  bool isFor(const DeviceInfo& device) const { return processor == device.name && isa == device.isa && library == device.library; }
};

struct FrozenModel {
  std::vector<FrozenGraph> graphs;                           // sorted by batch size
  std::map<std::string, FrozenWeight, std::less<>> weights;  // views of `file`, or of memory that freeze() owns
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

// The name, in the file, of the rule by which a picture is brought to the size of a sample (picture_reader.h); there is no other rule yet.
inline constexpr const char* kCentredPart = "centred part, antialiased bilinear";

// Throw Error as FrozenFile and writeFrozenFile() do.
FrozenModel readFrozenModel(const std::string& file);
std::int64_t writeFrozenModel(const FrozenModel& model, const std::string& file);

}  // namespace stepscope
