// The switch autotune on a GPU: which of the kernels that cuBLASLt and cuDNN offer for a product or convolution is taken. They are timed
// on the device, once for a shape; what was chosen is kept under the names of the GPU, its driver and the libraries' versions.
#pragma once

#include <string>
#include <vector>

#include "core/backend/backend.h"
#include "core/backend/cuda/candidate.h"
#include "core/backend/cuda/device.h"

namespace stepscope::cuda {

class PlanTuner {
 public:
  // `options.choices` is read and extended; without it nothing is kept. Times only with `autotune` and `mayTime`.
  PlanTuner(Device& device, const CompileOptions& options);

  // Takes one of the plan's alternatives: the one kept for this shape, else the fastest, else the library's first. Throws Cancelled.
  void choose(const Call& call, Planned& planned);

  // A kept choice that the library does not know, and the like: sentences without a full stop.
  std::vector<std::string> notes() const;

 private:
  double millisecondsOf(const Call& call, const Planned& planned);  // -1: it failed

  Device& device_;
  const CompileOptions& options_;
  std::string machine_;
  std::int64_t unknown_ = 0, timed_ = 0, refused_ = 0;
  std::string unknownName_;
};

// "conv2d [1x64x56x56 bf16 ...] nhwc": what a choice depends on, beside the machine.
std::string shapeKey(const Call& call);

}  // namespace stepscope::cuda
