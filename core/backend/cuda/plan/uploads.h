// Uploads the values that the host writes for a step. Each value exists twice in pinned memory, so that the next batch can be written while this one
// is uploaded, and twice on the device outside the arena, so that it can be uploaded while the previous step still reads its own. A value that the
// host has not written since the last step is not uploaded again.
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

  // Allocates memory for the graph's inputs and scalars; earlier memory is released. Throws Error (Resource) if there is not enough.
  void take(const Graph& graph);
  void release();
  // The memory to which the host writes the value next; kNone and empty if there is no such value.
  struct Target {
    ValueId value = kNone;
    std::span<std::byte> memory;
  };
  Target open(std::string_view name);
  // The value is read from this page-locked memory instead, which must not change until open() is called for the value again.
  void lend(std::string_view name, const std::byte* from);
  // Starts the uploads: from pinned memory to the device on the upload stream, then to the place in the arena on the compute stream, after the
  // previous step. So a batch is uploaded while the previous step computes.
  void start(const std::function<std::byte*(ValueId)>& address);

 private:
  struct HostValue {
    ValueId value = kNone;
    std::int64_t bytes = 0;
    std::byte* pinned[2] = {};
    std::byte* staged[2] = {};
    int slot = 0;                     // index of the pinned and staging memory that the next step reads
    bool fresh = false;               // the host has begun to write it since the last step
    bool uploaded = false;            // the staging memory holds a value
    const std::byte* lent = nullptr;  // if not null, read instead of the pinned memory
  };

  std::shared_ptr<Device> device_;
  std::vector<HostValue> values_;
  std::map<std::string, std::size_t, std::less<>> index_;
  Event* uploaded_[2] = {};
  Event* consumed_ = nullptr;
  bool turnWaited_ = false;
  int turn_ = 0;  // 0 or 1: the event that the next step uses
};

}  // namespace stepscope::cuda
