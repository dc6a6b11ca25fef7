// The operations of an op and the bytes it must move, from the shapes and types of its inputs. For traces of PyTorch that contain shapes
// (record_shapes=True). FLOPs are those of torch.utils.flop_counter: two for a multiply-add. Bytes are the minimum for any kernel: each input read
// once, each output written once.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

enum class WorkType : std::uint8_t { Unknown, F64, F32, F16, BF16, F8, I8 };

struct OpWork {
  double flops = 0;
  double bytes = 0;
  WorkType type = WorkType::Unknown;  // of its first operand
  // For matrix products: `batch` products of m x k by k x n; else 0.
  std::int64_t batch = 0, m = 0, n = 0, k = 0;
  std::string shapes;  // "4096x1024 by 1024x50257"
};

// `op`: "aten::mm". `arguments`: those of its span, with Kineto's "Input Dims", "Input type" and "Concrete Inputs". No value: the op is not a matrix
// product, a convolution or attention, or its shapes are missing.
std::optional<OpWork> opWork(std::string_view op, const nlohmann::json& arguments);
// Whether opWork() can count this op.
bool hasOpWork(std::string_view op);

// Bytes of an element-wise op: its inputs, and one output as large as the largest input; 0: not known.
double elementwiseBytes(const nlohmann::json& arguments);

}  // namespace stepscope
