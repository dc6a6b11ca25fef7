// Values that the host writes for a step: each one twice in pinned memory, so that the next batch can be written while this one is uploaded, and
// twice on the device outside the arena, so that it can be uploaded while the previous step still reads its own. Values that the host has not written
// since are not uploaded again.
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

  // Allocates memory for the graph's inputs and scalars; earlier memory is released. Throws Error (Resource) if there is none.
  void take(const Graph& graph);
  void release();
  // The memory that the value is written to next; kNone and empty if it has none.
  struct Target {
    ValueId value = kNone;
    std::span<std::byte> memory;
  };
  Target open(std::string_view name);
  // The value is read from this page-locked memory instead, which must not change until it is opened again.
  void lend(std::string_view name, const std::byte* from);
  // From pinned memory to the device on the upload stream, then to its place in the arena on the compute stream, after the previous step. So a batch
  // is uploaded while the previous step computes.
  void start(const std::function<std::byte*(ValueId)>& address);

 private:
  struct HostValue {
    ValueId value = kNone;
    std::int64_t bytes = 0;
    std::byte* pinned[2] = {};
    std::byte* staged[2] = {};
    int slot = 0;                     // which pinned and staging memory the next step reads
    bool fresh = false;               // the host has begun to write it since the last step
    bool uploaded = false;            // staging memory has a value
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
