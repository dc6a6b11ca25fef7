#include "core/backend/cuda/plan/uploads.h"

#include <utility>

namespace stepscope::cuda {

void Uploads::take(const Graph& graph) {
  release();
  turnWaited_ = false;
  turn_ = 0;
  const DeviceApi& api = device_->api();
  Context* const context = device_->context();
  for (std::size_t v = 0; v < graph.values().size(); ++v) {
    const Value& value = graph.values()[v];
    if (value.role != Role::Input && value.role != Role::Scalar) continue;
    HostValue host;
    host.value = static_cast<ValueId>(v);
    host.bytes = value.bytes;
    index_.emplace(value.name, values_.size());
    values_.push_back(host);
    for (int i = 0; i < 2; ++i) {
      void *pinned = nullptr, *staged = nullptr;
      device_->check(api.allocateHost(context, value.bytes, &pinned), "taking pinned memory for uploads");
      values_.back().pinned[i] = static_cast<std::byte*>(pinned);
      device_->check(api.allocate(context, value.bytes, &staged), "taking memory for uploads");
      values_.back().staged[i] = static_cast<std::byte*>(staged);
    }
  }
  for (Event*& event : uploaded_) device_->check(api.makeEvent(context, &event), "making an event");
  device_->check(api.makeEvent(context, &consumed_), "making an event");
}

void Uploads::release() {
  const DeviceApi& api = device_->api();
  for (HostValue& host : values_) {
    for (int i = 0; i < 2; ++i) {
      if (host.pinned[i]) api.releaseHost(device_->context(), host.pinned[i]);
      if (host.staged[i]) api.release(device_->context(), host.staged[i]);
    }
  }
  values_.clear();
  index_.clear();
  for (Event*& event : uploaded_) {
    if (event) api.freeEvent(device_->context(), event);
    event = nullptr;
  }
  if (consumed_) api.freeEvent(device_->context(), consumed_);
  consumed_ = nullptr;
}

Uploads::Target Uploads::open(std::string_view name) {
  const auto it = index_.find(name);
  if (it == index_.end()) return {};
  HostValue& host = values_[it->second];
  // The owner of lent memory may reuse it after this call, so its upload must have finished.
  if (std::exchange(host.lent, nullptr) && !host.fresh)
    device_->check(device_->api().waitOnHost(device_->context(), uploaded_[1 - turn_]), "waiting for an upload");
  // The other pinned memory was last uploaded two steps ago or earlier. It may be written once that upload has finished.
  if (!host.fresh) {
    if (!turnWaited_) device_->check(device_->api().waitOnHost(device_->context(), uploaded_[turn_]), "waiting for an upload");
    turnWaited_ = true;
    host.slot = 1 - host.slot;
    host.fresh = true;
  }
  return {host.value, {host.pinned[host.slot], static_cast<std::size_t>(host.bytes)}};
}

void Uploads::lend(std::string_view name, const std::byte* from) {
  values_[index_.find(name)->second].lent = from;
}

void Uploads::start(const std::function<std::byte*(ValueId)>& address) {
  const DeviceApi& api = device_->api();
  Context* const context = device_->context();
  const auto check = [&](std::int32_t status) { device_->check(status, "uploading a batch"); };
  // Values that were not written since the last step are still on the device.
  for (const HostValue& host : values_)
    if (host.bytes > 0 && (host.fresh || !host.uploaded))
      check(api.copy(context, host.staged[host.slot], host.lent ? host.lent : host.pinned[host.slot], host.bytes, CopyKind::HostToDevice,
                     Stream::Upload));
  check(api.record(context, uploaded_[turn_], Stream::Upload));
  check(api.wait(context, uploaded_[turn_], Stream::Compute));
  for (HostValue& host : values_) {
    host.fresh = false;
    host.uploaded = true;
    if (host.bytes == 0) continue;
    check(api.copy(context, address(host.value), host.staged[host.slot], host.bytes, CopyKind::DeviceToDevice, Stream::Compute));
  }
  // The upload after the next one overwrites the memory that this copy reads, so it must wait for the copy.
  check(api.record(context, consumed_, Stream::Compute));
  check(api.wait(context, consumed_, Stream::Upload));
  turn_ = 1 - turn_;
  turnWaited_ = false;
}

}  // namespace stepscope::cuda
