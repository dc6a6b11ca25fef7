// The recurrent part of LSTM and GRU, f32: what remains after all inputs were multiplied by the input weights. It runs step by step; threads divide
// the units, so that each core keeps its part of the recurrent weights in its cache.
#pragma once

#include <cstdint>

namespace stepscope::kernels {

struct RecurrentShape {
  std::int64_t batch = 0, steps = 0, hidden = 0;
  bool reverse = false;  // from the last position to the first
};

// In all functions below sequences are (batch, steps, width) and states (batch, hidden); an initial state may be null, which means zero.

std::int64_t lstmWorkspaceBytes(const RecurrentShape& shape);
// `gates` (width 4 * hidden; i f g o) has the input's term with all biases at first, and receives the gates after activation.
void lstm(const RecurrentShape& shape, const float* weights, const float* h0, const float* c0, float* gates, float* cells, float* y, float* lastH,
          float* lastC, void* workspace, int threads);

std::int64_t gruWorkspaceBytes(const RecurrentShape& shape);
// `gates` (width 3 * hidden; r z n) has the input's term with its biases and those of the state for r and z at first, and receives the gates after
// activation. `freshBias` (hidden, or null) is the state's bias of n. `part` receives the state's term of n before r is applied.
void gru(const RecurrentShape& shape, const float* weights, const float* freshBias, const float* h0, float* gates, float* part, float* y,
         float* lastH, void* workspace, int threads);

// Backward. `dy`, the gradients of the last states, `dh0` and `dc0` may be null. `dgates` may be the memory of `gates`. `before` receives the state
// before each step.
std::int64_t lstmGradWorkspaceBytes(const RecurrentShape& shape);
void lstmGrad(const RecurrentShape& shape, const float* weights, const float* gates, const float* cells, const float* y, const float* h0,
              const float* c0, const float* dy, const float* dLastH, const float* dLastC, float* dgates, float* before, float* dh0, float* dc0,
              void* workspace, int threads);

std::int64_t gruGradWorkspaceBytes(const RecurrentShape& shape);
void gruGrad(const RecurrentShape& shape, const float* weights, const float* gates, const float* part, const float* y, const float* h0,
             const float* dy, const float* dLastH, float* towardsInput, float* towardsState, float* before, float* dh0, void* workspace, int threads);

}  // namespace stepscope::kernels
