// The signatures of operators in the ONNX standard, by opset: the number of inputs and outputs, and the attributes with their types.
// They do not come from the packaged library (onnx::OpSchemaRegistry): libonnx 1.12 of Debian 12 ends at opset 17, but files up to opset 28 are read,
// so 27 of the 188 signatures would not be checked. It also links the whole of protobuf, where the lite library is enough. The table is generated
// from the schemas of onnx by make_signatures.py.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace stepscope::onnx {

inline constexpr int kMany = 1 << 30;  // any number

struct Signature {
  const char* op;
  std::int64_t since;  // first opset; valid up to the operator's next entry
  int leastInputs, mostInputs, leastOutputs, mostOutputs;
  // "axis:i kernel_shape:I!": names with their types (f float, i int, s string, t tensor, F I S lists of them); ! if required.
  std::string_view attributes;
};

// Signatures of every operator that can be imported, sorted by operator and opset.
std::span<const Signature> signatures();
// Null if the operator does not exist in that opset.
const Signature* signatureOf(std::string_view op, std::int64_t opset);

}  // namespace stepscope::onnx
