// Formulas of two f32 operands (formula.h) of which either may be repeated along dimensions of the result (NumPy's broadcasting), in any
// memory order.
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/formula.h"

namespace stepscope::kernels {

// A dimension of the result, with the step of each operand in elements: 0 if it is repeated.
struct BroadcastDim {
  std::int64_t size = 1, a = 0, b = 0;
};

// The loops of the kernel: the result has rows() x middle().size x inner().size contiguous elements. Within inner() the step of an operand is 0 or 1.
class BroadcastPlan {
 public:
  // `dims` are the dimensions of the result in memory order, outermost first; the steps of the last one must be 0 or 1. Neighbouring dimensions over
  // which both operands are contiguous are merged.
  explicit BroadcastPlan(std::vector<BroadcastDim> dims);

  std::int64_t elements() const { return elements_; }
  const BroadcastDim& inner() const { return inner_; }
  const BroadcastDim& middle() const { return middle_; }
  std::int64_t rows() const { return rows_; }
  // Offsets of the operands in row `row`.
  void offsets(std::int64_t row, std::int64_t& a, std::int64_t& b) const;

 private:
  std::vector<BroadcastDim> outer_;
  BroadcastDim middle_, inner_;
  std::int64_t rows_ = 1, elements_ = 1;
};

// y may be a or b if that one has the shape and memory order of the result. Pointers need no alignment.
void broadcast(const FormulaUse& function, const BroadcastPlan& plan, const float* a, const float* b, float* y, int threads);

}  // namespace stepscope::kernels
