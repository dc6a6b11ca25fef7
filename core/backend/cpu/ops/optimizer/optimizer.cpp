#include "core/backend/cpu/ops/optimizer/optimizer.h"

#include <array>
#include <atomic>
#include <cmath>
#include <numeric>

#include "core/backend/cpu/simd/targets.h"
#include "core/base/error.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/optimizer/optimizer.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/ops/optimizer/updates-inl.h"

#ifndef STEPSCOPE_LAMB_NORMS
#define STEPSCOPE_LAMB_NORMS
namespace stepscope::kernels {
struct LambNorms {
  double parameter = 0, update = 0;  // sums of squares
};
}  // namespace stepscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {
namespace {

HWY_INLINE void addLanes(F32Vector v, double& total) {
  HWY_ALIGN float parts[kLanes];
  hn::Store(v, F32(), parts);
  for (std::int64_t i = 0; i < kLanes; ++i) total += static_cast<double>(parts[i]);
}

// So many squares are summed in f32 lanes, which is exact enough; these sums are added in double.
constexpr std::int64_t kSquares = 4096;

double sumOfSquares(const float* x, WorkRange range) {
  double total = 0;
  for (std::int64_t begin = range.begin; begin < range.end; begin += kSquares) {
    auto sum = hn::Zero(F32());
    overVectors(begin, std::min(begin + kSquares, range.end), [&](std::int64_t i, auto lanes) HWY_ATTR {
      const auto value = lanes.load(x + i);
      sum = hn::MulAdd(value, value, sum);
    });
    addLanes(sum, total);
  }
  return total;
}

// Updates the elements of `range` and returns the sum of the squares of the gradient (operand 1) before any change. Which optional operands are
// present is a template parameter. `rule` and `clip` are copies, which no store can change, so the loop keeps them in registers.
template <class Rule, bool... optional>
double updateElements(const Rule rule, const GradientClip clip, const UpdateTensor& tensor, WorkRange range) {
  constexpr int known = Rule::needed + static_cast<int>(sizeof...(optional));
  if constexpr (known < Rule::operands) {
    return tensor.as(known) ? updateElements<Rule, optional..., true>(rule, clip, tensor, range)
                            : updateElements<Rule, optional..., false>(rule, clip, tensor, range);
  } else {
    static constexpr auto has = [] {
      std::array<bool, Rule::operands> all{};
      const bool given[] = {optional..., false};
      for (int k = 0; k < Rule::operands; ++k) all[k] = k < Rule::needed || given[k - Rule::needed];
      return all;
    }();
    float* at[Rule::operands];
    for (int k = 0; k < Rule::operands; ++k) at[k] = tensor.as(k);
    double total = 0;
    for (std::int64_t begin = range.begin; begin < range.end; begin += kSquares) {
      auto squares = hn::Zero(F32());
      overVectors(begin, std::min(begin + kSquares, range.end), [=, &squares](std::int64_t i, auto lanes) HWY_ATTR {
        F32Vector of[Rule::operands];
        for (int k = 0; k < Rule::operands; ++k) of[k] = has[k] ? lanes.load(at[k] + i) : hn::Zero(F32());
        squares = hn::MulAdd(of[1], of[1], squares);
        rule.element(of, has.data(), updates::clipped(of[1], clip));
        for (int k = 0; k < Rule::operands; ++k)
          if (k != 1 && has[k]) lanes.store(of[k], at[k] + i);
      });
      addLanes(squares, total);
    }
    return total;
  }
}

template <class Rule>
void updateAll(std::span<const UpdateTensor> tensors, const UpdateStep& step, const GradientClip& clip, int threads, double* squares) {
  const Rule rule(step);
  const auto present = std::count_if(tensors[0].of, tensors[0].of + Rule::operands, [](const void* operand) { return operand != nullptr; });
  overTensors(tensors, 4 * (2 * present - 1), kUpdateGrain, threads, [&](const UpdateTensor& tensor, std::size_t index, WorkRange range, int thread) {
    const double sum = updateElements<Rule>(rule, clip, tensor, range);
    if (squares) squares[index * static_cast<std::size_t>(threads) + static_cast<std::size_t>(thread)] += sum;
  });
}

// Computes the new moments, and adds the squares of the parameter and of its update to `norms`.
void lambMoments(const updates::Lamb rule, const GradientClip clip, const UpdateTensor& t, WorkRange range, LambNorms& norms) {
  float *const p = t.as(0), *const g = t.as(1), *const m = t.as(2), *const v = t.as(3);
  for (std::int64_t begin = range.begin; begin < range.end; begin += kSquares) {
    auto weights = hn::Zero(F32()), changes = hn::Zero(F32());
    overVectors(begin, std::min(begin + kSquares, range.end), [&](std::int64_t i, auto lanes) HWY_ATTR {
      const auto weight = lanes.load(p + i);
      auto first = lanes.load(m + i), second = lanes.load(v + i);
      rule.moments(first, second, updates::clipped(lanes.load(g + i), clip));
      lanes.store(first, m + i);
      lanes.store(second, v + i);
      // Sets lanes after the end to 0: they contain 0 / (0 + eps), or 0 / 0 if eps is 0.
      const auto change = lanes.keep(rule.update(weight, first, second));
      weights = hn::MulAdd(weight, weight, weights);
      changes = hn::MulAdd(change, change, changes);
    });
    addLanes(weights, norms.parameter);
    addLanes(changes, norms.update);
  }
}

void lambStep(const updates::Lamb rule, float stepSize, const UpdateTensor& t, WorkRange range) {
  float *const p = t.as(0), *const m = t.as(2), *const v = t.as(3);
  overVectors(range.begin, range.end, [=](std::int64_t i, auto lanes) HWY_ATTR {
    const auto weight = lanes.load(p + i);
    lanes.store(hn::NegMulAdd(hn::Set(F32(), stepSize), rule.update(weight, lanes.load(m + i), lanes.load(v + i)), weight), p + i);
  });
}

// LAMB takes two passes over the tensors, since the step of an element depends on two norms over its whole tensor.
void lamb(std::span<const UpdateTensor> tensors, const UpdateStep& step, const GradientClip& clip, int threads, std::byte* workspace) {
  const updates::Lamb rule(step);
  auto* const norms = reinterpret_cast<LambNorms*>(workspace);
  const auto each = static_cast<std::size_t>(threads);
  std::fill_n(norms, tensors.size() * each, LambNorms{});
  constexpr std::int64_t kBytes = 28;
  overTensors(tensors, kBytes, kUpdateGrain, threads, [&](const UpdateTensor& tensor, std::size_t index, WorkRange range, int thread) {
    lambMoments(rule, clip, tensor, range, norms[index * each + static_cast<std::size_t>(thread)]);
  });
  // The ratio of each tensor is stored in the place of its first thread, as `parameter`.
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    LambNorms sum;
    for (std::size_t thread = 0; thread < each; ++thread) {
      sum.parameter += norms[i * each + thread].parameter;
      sum.update += norms[i * each + thread].update;
    }
    norms[i * each].parameter = sum.parameter > 0 && sum.update > 0 ? std::sqrt(sum.parameter) / std::sqrt(sum.update) : 1.0;
  }
  overTensors(tensors, kBytes, kUpdateGrain, threads, [&](const UpdateTensor& tensor, std::size_t index, WorkRange range, int) {
    lambStep(rule, static_cast<float>(rule.rate * norms[index * each].parameter), tensor, range);
  });
}

}  // namespace

void updateByRule(UpdateRule rule, std::span<const UpdateTensor> tensors, const UpdateStep& step, const GradientClip& clip, int threads,
                  std::byte* workspace, double* squares) {
  switch (rule) {
#define STEPSCOPE_CASE(name) \
  case UpdateRule::name: return updateAll<updates::name>(tensors, step, clip, threads, squares);
    STEPSCOPE_ELEMENT_UPDATES(STEPSCOPE_CASE)
    STEPSCOPE_MEAN_UPDATES(STEPSCOPE_CASE)
#undef STEPSCOPE_CASE
    default: return lamb(tensors, step, clip, threads, workspace);
  }
}

double squaresOf(const ConstTensor& t, WorkRange range) {
  return sumOfSquares(t.x, range);
}

bool holdsNonFinite(const ConstTensor& tensor, WorkRange range) {
  // x * 0 is 0 only if x is finite, otherwise NaN.
  auto products = hn::Zero(F32());
  float rest = 0;
  std::int64_t i = range.begin;
  for (; i + kLanes <= range.end; i += kLanes) products = hn::Add(products, hn::Mul(hn::LoadU(F32(), tensor.x + i), hn::Zero(F32())));
  for (; i < range.end; ++i) rest += tensor.x[i] * 0.0F;
  return std::isnan(sumOfLanes(products) + rest);
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(updateByRule);
HWY_EXPORT(squaresOf);
HWY_EXPORT(holdsNonFinite);

namespace {

bool isEightBit(UpdateRule rule) {
  return rule == UpdateRule::Adam8bit || rule == UpdateRule::AdamW8bit;
}

}  // namespace

void update(UpdateRule rule, std::span<const UpdateTensor> tensors, const UpdateStep& step, const GradientClip& clip, int threads,
            std::byte* workspace, float* norms) {
  require(rule != UpdateRule::None, "an op without a rule updates parameters");
  if (tensors.empty()) return;
  const auto each = static_cast<std::size_t>(threads);
  double* const squares = norms ? reinterpret_cast<double*>(workspace + updateWorkspaceBytes(rule, tensors.size(), threads, false)) : nullptr;
  if (squares) std::fill_n(squares, tensors.size() * each, 0.0);
  // These rules have a separate pass for the norms: their time is limited by arithmetic, so it costs little.
  if (squares && (isEightBit(rule) || rule == UpdateRule::Lamb))
    overTensors(tensors, 4, kUpdateGrain, threads, [&](const UpdateTensor& tensor, std::size_t index, WorkRange range, int thread) {
      squares[index * each + static_cast<std::size_t>(thread)] += HWY_DYNAMIC_DISPATCH(squaresOf)({tensor.as(1), tensor.count}, range);
    });
  if (isEightBit(rule)) adam8bit(rule == UpdateRule::AdamW8bit, tensors, step, clip, threads);
  else HWY_DYNAMIC_DISPATCH(updateByRule)(rule, tensors, step, clip, threads, workspace, squares);
  for (std::size_t t = 0; squares && t < tensors.size(); ++t)
    norms[t] = static_cast<float>(std::sqrt(std::accumulate(squares + t * each, squares + (t + 1) * each, 0.0)));
}

std::int64_t updateWorkspaceBytes(UpdateRule rule, std::size_t tensors, int threads, bool norms) {
  const std::size_t each = (rule == UpdateRule::Lamb ? sizeof(LambNorms) : 0) + (norms ? sizeof(double) : 0);
  return static_cast<std::int64_t>(tensors * static_cast<std::size_t>(threads) * each);
}

double globalNorm(std::span<const ConstTensor> tensors, int threads, double* workspace) {
  std::fill_n(workspace, threads, 0.0);
  overTensors(tensors, 4, kUpdateGrain, threads, [&](const ConstTensor& tensor, std::size_t, WorkRange range, int thread) {
    workspace[thread] += HWY_DYNAMIC_DISPATCH(squaresOf)(tensor, range);
  });
  double sum = 0;
  for (int thread = 0; thread < threads; ++thread) sum += workspace[thread];
  return std::sqrt(sum);
}

bool anyNonFinite(std::span<const ConstTensor> tensors, int threads) {
  std::atomic<bool> found{false};
  overTensors(tensors, 4, 16 * 1024, threads, [&](const ConstTensor& tensor, std::size_t, WorkRange range, int) {
    if (found.load(std::memory_order_relaxed)) return;
    if (HWY_DYNAMIC_DISPATCH(holdsNonFinite)(tensor, range)) found.store(true, std::memory_order_relaxed);
  });
  return found.load();
}

}  // namespace stepscope::kernels
#endif
