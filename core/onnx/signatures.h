// What the ONNX standard says of an operator, by opset: how many inputs and outputs it has and which attributes of which type.
// Not asked of the packaged library (onnx::OpSchemaRegistry): Debian 12 has libonnx 1.12, which ends at opset 17, where we read files up to 28,
// so 25 of the 184 signatures would go unchecked; and it links the whole of protobuf where we need the lite one. The table takes 204 lines and
// is made from the schemas of onnx itself by make_signatures.py.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace stepscope::onnx {

inline constexpr int kMany = 1 << 30;  // as many as the file likes

struct Signature {
  const char* op;
  std::int64_t since;  // first opset that it holds for, up to the next one of the operator
  int leastInputs, mostInputs, leastOutputs, mostOutputs;
  // "axis:i kernel_shape:I!": names with their types (f float, i int, s string, t tensor, F I S lists of them); ! where it must be there.
  std::string_view attributes;
};

// Signatures of every operator that can be imported, sorted by operator and opset.
std::span<const Signature> signatures();
// Null where the operator does not exist in that opset.
const Signature* signatureOf(std::string_view op, std::int64_t opset);

}  // namespace stepscope::onnx
