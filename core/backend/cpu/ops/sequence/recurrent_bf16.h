// The recurrent part of an LSTM in bf16 (recurrent.h is in f32): products of bf16 states and weights are summed in f32, the units are computed in
// f32, and the cell state stays f32 from step to step; values are rounded to bf16 when they are stored.
#pragma once

#include "core/backend/cpu/ops/sequence/recurrent.h"

namespace stepscope::kernels {

// Whether `hidden` is a multiple of 16 and multipliesBf16Pairs() (bf16_pairs.h) is true.
bool lstmBf16Supports(const RecurrentShape& shape);

// The input's term of all gates (batch, steps, 4 * hidden; i f g o): either `products` in f32 or `rows` in bf16. `bias` is (4 * hidden).
struct LstmBf16Input {
  const float* products = nullptr;
  const std::uint16_t* rows = nullptr;
  const float* bias = nullptr;
};

std::int64_t lstmBf16WorkspaceBytes(const RecurrentShape& shape, int threads);
// `weights` are (4 * hidden, hidden); `gates`, `cells` and `y` are sequences as in recurrent.h; the last states are (batch, hidden). Initial states
// are zero.
void lstmBf16(const RecurrentShape& shape, const std::uint16_t* weights, const LstmBf16Input& input, std::uint16_t* gates, std::uint16_t* cells,
              std::uint16_t* y, std::uint16_t* lastH, std::uint16_t* lastC, void* workspace, int threads);

std::int64_t lstmGradBf16WorkspaceBytes(const RecurrentShape& shape);
// `dy` and the gradients of the last states may be null. `dgates` may be the memory of `gates`. `before` receives the state before each step.
void lstmGradBf16(const RecurrentShape& shape, const std::uint16_t* weights, const std::uint16_t* gates, const std::uint16_t* cells,
                  const std::uint16_t* y, const std::uint16_t* dy, const std::uint16_t* dLastH, const std::uint16_t* dLastC, std::uint16_t* dgates,
                  std::uint16_t* before, void* workspace, int threads);

}  // namespace stepscope::kernels
