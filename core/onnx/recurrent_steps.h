// A recurrent layer computed step by step, for cases that the fused LSTM and GRU do not support: other activations, peepholes, clipping, a reset gate
// before the product, sequences of different lengths, the plain RNN.
#pragma once

#include <string>
#include <vector>

#include "core/onnx/converter.h"

namespace stepscope::onnx {

// The inputs of one direction of the layer. The gates have the file's order: i o f c (LSTM), z r h (GRU), or the single one of an RNN.
struct RecurrentDirection {
  ValueId x = kNone;                     // (B, T, I)
  ValueId w = kNone, r = kNone;          // (gates * H, I), (gates * H, H)
  ValueId wBias = kNone, rBias = kNone;  // (gates * H), or kNone
  ValueId h0 = kNone, c0 = kNone;        // (B, H), or kNone: zeros
  ValueId peepholes = kNone;             // (3 * H): i o f, or kNone
  std::vector<std::int64_t> lengths;     // one per sequence; empty: all have full length
  std::vector<std::string> activations;  // f, g, h of the ONNX standard, as far as the layer has them
  std::vector<double> alpha, beta;       // of those activations that have them
  bool reverse = false;
};
struct RecurrentStates {
  ValueId y = kNone, h = kNone, c = kNone;  // (B, T, H), (B, H), (B, H); c only for an LSTM
};

RecurrentStates recurrentSteps(Context& c, const RecurrentDirection& direction, std::int64_t hidden);

}  // namespace stepscope::onnx
