// What the host writes for a step: every value twice in pinned memory, so that the next batch can be written while this one is uploaded, and
// twice on the device beside the arena, so that it can be uploaded while the step before still reads its own. What the host has not written
// since is not uploaded again.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/backend/cuda/base/device.h"
#include "core/graph/graph.h"

namespace stepscope::cuda {

class Uploads {
 public:
  explicit Uploads(std::shared_ptr<Device> device) : device_(std::move(device)) {}
  ~Uploads() { release(); }
  Uploads(const Uploads&) = delete;
  Uploads& operator=(const Uploads&) = delete;

  // Memory for the graph's inputs and scalars; what was taken before is released. Throws Error (Resource) where there is none.
  void take(const Graph& graph);
  void release();
  // The memory that the value is written to next; kNone and nothing where it has none.
  struct Target {
    ValueId value = kNone;
    std::span<std::byte> memory;
  };
  Target open(std::string_view name);
  // What was opened is read from this page-locked memory instead, which stays as it is until it is opened again.
  void lend(std::string_view name, const std::byte* from);
  // From pinned memory to the device on the upload stream, then to its place in the arena on the compute stream, after the step before. So
  // a batch travels while the step before computes.
  void start(const std::function<std::byte*(ValueId)>& address);

 private:
  struct HostValue {
    ValueId value = kNone;
    std::int64_t bytes = 0;
    std::byte* pinned[2] = {};
    std::byte* staged[2] = {};
    int slot = 0;                     // which pinned and staged memory holds what the next step reads
    bool fresh = false;               // the host has begun to write it since the last step
    bool uploaded = false;            // staged memory holds something
    const std::byte* lent = nullptr;  // read instead of the pinned memory
  };

  std::shared_ptr<Device> device_;
  std::vector<HostValue> values_;
  std::map<std::string, std::size_t, std::less<>> index_;
  Event* uploaded_[2] = {};
  Event* consumed_ = nullptr;
  bool turnWaited_ = false;
  int turn_ = 0;  // of two: which event the next step takes
};

}  // namespace stepscope::cuda
