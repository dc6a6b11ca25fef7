#include "core/backend/cpu/precision/narrow.h"

#include "core/backend/cpu/ops/elementwise/convert.h"
#include "core/base/error.h"

namespace stepscope::cpu {

bool isNarrow(DType type) {
  return type == DType::BF16 || type == DType::F16;
}

NarrowConversion conversionOf(DType narrow) {
  require(isNarrow(narrow), "a conversion was asked of a type that is not narrow");
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

}  // namespace stepscope::cpu
