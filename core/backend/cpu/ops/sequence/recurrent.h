// The recurrent part of LSTM and GRU, f32: the work that remains after the products of all inputs with the input weights. One step after another;
// threads divide the units, so that a core keeps its part of the recurrent weights in its cache.
#pragma once

#include <cstdint>

namespace stepscope::kernels {

struct RecurrentShape {
  std::int64_t batch = 0, steps = 0, hidden = 0;
  bool reverse = false;  // from the last position to the first
};

// Sequences are (batch, steps, width), states (batch, hidden); initial states may be null, which means zero.

std::int64_t lstmWorkspaceBytes(const RecurrentShape& shape);
// gates (width 4 * hidden; i f g o): in, the input's term with all biases; out, the gates after activation.
void lstm(const RecurrentShape& shape, const float* weights, const float* h0, const float* c0, float* gates, float* cells, float* y, float* lastH,
          float* lastC, void* workspace, int threads);

std::int64_t gruWorkspaceBytes(const RecurrentShape& shape);
// gates (width 3 * hidden; r z n): in, the input's term with its biases and those of the state for r and z; out, after activation. freshBias (hidden)
// or null: the state's bias of n. part: the state's term of n before r is applied.
void gru(const RecurrentShape& shape, const float* weights, const float* freshBias, const float* h0, float* gates, float* part, float* y,
         float* lastH, void* workspace, int threads);

// Backward: dy and the gradients of the last states may be null, and so may dh0 and dc0. dgates may be the memory of gates. before: the state before
// each step.
std::int64_t lstmGradWorkspaceBytes(const RecurrentShape& shape);
void lstmGrad(const RecurrentShape& shape, const float* weights, const float* gates, const float* cells, const float* y, const float* h0,
              const float* c0, const float* dy, const float* dLastH, const float* dLastC, float* dgates, float* before, float* dh0, float* dc0,
              void* workspace, int threads);

std::int64_t gruGradWorkspaceBytes(const RecurrentShape& shape);
void gruGrad(const RecurrentShape& shape, const float* weights, const float* gates, const float* part, const float* y, const float* h0,
             const float* dy, const float* dLastH, float* towardsInput, float* towardsState, float* before, float* dh0, void* workspace, int threads);

}  // namespace stepscope::kernels
