#include "core/backend/cpu/precision/narrow.h"

#include "core/backend/cpu/ops/elementwise/convert.h"
#include "core/backend/cpu/ops/structure/reorder.h"
#include "core/base/error.h"

namespace stepscope::cpu {

bool isNarrow(DType type) {
  return type == DType::BF16 || type == DType::F16;
}

NarrowConversion conversionOf(DType narrow) {
  require(isNarrow(narrow), "a conversion of a type that is not narrow");
  if (narrow == DType::F16) return {kernels::f16ToF32, kernels::f32ToF16};
  return {kernels::bf16ToF32, kernels::f32ToBf16};
}

bool anyNarrow(const KernelRequest& r) {
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i)
    if (r.has(i) && isNarrow(r.input(i).dtype)) return true;
  for (std::size_t i = 0; i < r.node.outputs.size(); ++i)
    if (isNarrow(r.output(i).dtype)) return true;
  return false;
}

LoneNode::LoneNode(const KernelRequest& r, const Change& change) : node(r.node) {
  const auto copy = [&](bool input, std::size_t index, ValueId id) -> ValueId {
    if (id == kNone) return kNone;
    Value value = r.graph.value(id);
    value.producer = kNone;
    value.aliasOf = kNone;
    change(input, index, value);
    value.bytes = 0;
    return graph.addValue(std::move(value));
  };
  for (std::size_t i = 0; i < node.inputs.size(); ++i) node.inputs[i] = copy(true, i, node.inputs[i]);
  for (std::size_t i = 0; i < node.outputs.size(); ++i) node.outputs[i] = copy(false, i, node.outputs[i]);
}

F32Twin::F32Twin(const KernelRequest& r, const Reshape& reshape)
    : LoneNode(r, [&](bool input, std::size_t index, Value& value) {
        if (isNarrow(value.dtype)) value.dtype = DType::F32;
        if (reshape) reshape(input, index, value.shape);
      }) {}

Physical retyped(const Physical& like, const Shape& shape, DType type) {
  if (shape.size() == 4 && like.layout != Layout::Plain && like.layout != Layout::Opaque) return image(shape, like.layout, type);
  return plain(shape, type);
}

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
