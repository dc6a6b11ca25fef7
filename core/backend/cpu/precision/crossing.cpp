#include "core/backend/cpu/precision/crossing.h"

#include "core/backend/cpu/ops/structure/reorder.h"

namespace stepscope::cpu {

Crossing::Crossing(const Physical& wanted, const Shape& shape, DType narrow, bool in, int threads, WorkspaceLayout& workspace)
    : conversion_(conversionOf(narrow)), threads_(threads), elements_(cpu::elements(wanted)), offset_(workspace.add(wanted.bytes)) {
  if (wanted.layout != Layout::Opaque) return;
  const Physical rows = plain(shape, DType::F32);
  reorder_ = in ? reorderCandidate(rows, wanted, shape, threads) : reorderCandidate(wanted, rows, shape, threads);
  plainOffset_ = workspace.add(rows.bytes);
  reorderOffset_ = workspace.add(reorder_->workspaceBytes);
  elements_ = numel(shape);
}

void Crossing::bindIn(const std::byte* from, std::byte* workspace, std::vector<Launch>& launches) const {
  auto* converted = reinterpret_cast<float*>(workspace + (reorder_ ? plainOffset_ : offset_));
  launches.push_back([=, toF32 = conversion_.toF32, count = elements_, threads = threads_] {
    toF32(reinterpret_cast<const std::uint16_t*>(from), converted, count, threads);
  });
  if (reorder_) launches.push_back(reorder_->bind({{workspace + plainOffset_}, {workspace + offset_}, workspace + reorderOffset_}));
}

void Crossing::bindOut(std::byte* to, std::byte* workspace, std::vector<Launch>& launches) const {
  if (reorder_) launches.push_back(reorder_->bind({{workspace + offset_}, {workspace + plainOffset_}, workspace + reorderOffset_}));
  const auto* made = reinterpret_cast<const float*>(workspace + (reorder_ ? plainOffset_ : offset_));
  launches.push_back([=, fromF32 = conversion_.fromF32, count = elements_, threads = threads_] {
    fromF32(made, reinterpret_cast<std::uint16_t*>(to), count, threads);
  });
}

}  // namespace stepscope::cpu
