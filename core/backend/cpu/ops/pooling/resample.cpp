#include "core/backend/cpu/ops/pooling/resample.h"

#include <algorithm>
#include <cmath>

#include "core/backend/cpu/simd/parallel.h"
#include "core/backend/cpu/simd/targets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/backend/cpu/ops/pooling/resample.cpp"
#include <hwy/foreach_target.h>

#include "core/backend/cpu/simd/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace stepscope::kernels::HWY_NAMESPACE {

// Computes the output rows `range`, counted over all planes.
void resampleRows(const ImageLayout& input, const ResampleAxis& rows, const ResampleAxis& columns, const float* x, float* y, WorkRange range) {
  const std::int64_t width = input.block, outH = rows.outputs(), outW = columns.outputs(), line = input.w * width;
  for (std::int64_t item = range.begin; item < range.end; ++item) {
    const std::int64_t plane = item / outH, oh = item % outH;
    const std::int64_t firstRow = rows.begin[static_cast<std::size_t>(oh)], lastRow = rows.begin[static_cast<std::size_t>(oh) + 1];
    const float* from = x + (plane * input.h + rows.first[static_cast<std::size_t>(oh)]) * line;
    float* to = y + item * outW * width;
    for (std::int64_t ow = 0; ow < outW; ++ow) {
      const std::int64_t firstColumn = columns.begin[static_cast<std::size_t>(ow)], lastColumn = columns.begin[static_cast<std::size_t>(ow) + 1];
      const float* window = from + columns.first[static_cast<std::size_t>(ow)] * width;
      if (width == 1) {
        float sum = 0;
        for (std::int64_t r = firstRow; r < lastRow; ++r) {
          float inRow = 0;
          for (std::int64_t c = firstColumn; c < lastColumn; ++c)
            inRow += columns.weights[static_cast<std::size_t>(c)] * window[(r - firstRow) * line + c - firstColumn];
          sum += rows.weights[static_cast<std::size_t>(r)] * inRow;
        }
        to[ow] = sum;
        continue;
      }
      overVectors(0, width, [&](std::int64_t channel, auto lanes) HWY_ATTR {
        auto sum = hn::Zero(F32());
        for (std::int64_t r = firstRow; r < lastRow; ++r) {
          auto inRow = hn::Zero(F32());
          for (std::int64_t c = firstColumn; c < lastColumn; ++c)
            inRow = hn::MulAdd(hn::Set(F32(), columns.weights[static_cast<std::size_t>(c)]),
                               lanes.load(window + (r - firstRow) * line + (c - firstColumn) * width + channel), inRow);
          sum = hn::MulAdd(hn::Set(F32(), rows.weights[static_cast<std::size_t>(r)]), inRow, sum);
        }
        lanes.store(sum, to + ow * width + channel);
      });
    }
  }
}

}  // namespace stepscope::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace stepscope::kernels {

HWY_EXPORT(resampleRows);

namespace {

void append(ResampleAxis& axis, std::int64_t first, std::initializer_list<float> weights) {
  if (axis.begin.empty()) axis.begin.push_back(0);
  axis.first.push_back(first);
  axis.weights.insert(axis.weights.end(), weights);
  axis.begin.push_back(static_cast<std::int64_t>(axis.weights.size()));
}

}  // namespace

ResampleAxis nearestAxis(std::int64_t inputs, std::int64_t outputs) {
  ResampleAxis axis;
  axis.inputs = inputs;
  const float scale = static_cast<float>(inputs) / static_cast<float>(outputs);
  for (std::int64_t o = 0; o < outputs; ++o) {
    // The first two cases are separate, as in PyTorch, which avoids rounding errors.
    const std::int64_t source = outputs == inputs       ? o
                                : outputs == 2 * inputs ? o / 2
                                                        : static_cast<std::int64_t>(std::floor(static_cast<float>(o) * scale));
    append(axis, std::min(source, inputs - 1), {1.0f});
  }
  return axis;
}

ResampleAxis linearAxis(std::int64_t inputs, std::int64_t outputs, bool alignCorners) {
  ResampleAxis axis;
  axis.inputs = inputs;
  const double corners = outputs > 1 ? static_cast<double>(inputs - 1) / static_cast<double>(outputs - 1) : 0.0;
  const double centres = static_cast<double>(inputs) / static_cast<double>(outputs);
  for (std::int64_t o = 0; o < outputs; ++o) {
    const double at = alignCorners ? corners * static_cast<double>(o) : std::max(0.0, centres * (static_cast<double>(o) + 0.5) - 0.5);
    const std::int64_t low = std::min(static_cast<std::int64_t>(at), inputs - 1);
    const double rest = std::clamp(at - static_cast<double>(low), 0.0, 1.0);
    if (low + 1 < inputs && outputs != inputs) append(axis, low, {static_cast<float>(1 - rest), static_cast<float>(rest)});
    else append(axis, low, {1.0f});
  }
  return axis;
}

ResampleAxis adaptiveMeanAxis(std::int64_t inputs, std::int64_t outputs) {
  ResampleAxis axis;
  axis.inputs = inputs;
  axis.begin.push_back(0);
  for (std::int64_t o = 0; o < outputs; ++o) {
    const std::int64_t first = o * inputs / outputs, last = ((o + 1) * inputs + outputs - 1) / outputs;
    axis.first.push_back(first);
    axis.weights.insert(axis.weights.end(), static_cast<std::size_t>(last - first), 1.0f / static_cast<float>(last - first));
    axis.begin.push_back(static_cast<std::int64_t>(axis.weights.size()));
  }
  return axis;
}

ResampleAxis transposed(const ResampleAxis& axis) {
  // Both ends of the range of inputs grow with the output index, so the outputs that read one input are consecutive.
  ResampleAxis back;
  back.inputs = axis.outputs();
  back.begin.push_back(0);
  std::int64_t first = 0;
  for (std::int64_t i = 0; i < axis.inputs; ++i) {
    const auto read = [&](std::int64_t o) {
      const auto at = static_cast<std::size_t>(o);
      return axis.begin[at + 1] - axis.begin[at];
    };
    const auto start = [&](std::int64_t o) { return axis.first[static_cast<std::size_t>(o)]; };
    while (first < axis.outputs() && start(first) + read(first) <= i) ++first;
    back.first.push_back(std::min(first, axis.outputs() - 1));
    for (std::int64_t o = first; o < axis.outputs() && start(o) <= i; ++o)
      back.weights.push_back(axis.weights[static_cast<std::size_t>(axis.begin[static_cast<std::size_t>(o)] + i - start(o))]);
    back.begin.push_back(static_cast<std::int64_t>(back.weights.size()));
  }
  return back;
}

void resample(const ImageLayout& input, const ResampleAxis& rows, const ResampleAxis& columns, const float* x, float* y, int threads) {
  const std::int64_t planes = input.n * input.channelBlocks().blocks();
  const std::int64_t floats = planes * input.block * (input.h * input.w + rows.outputs() * columns.outputs());
  parallelParts(planes * rows.outputs(), teamForBytes(floats * 4, threads), 1, [&](WorkRange range, int) {
    HWY_DYNAMIC_DISPATCH(resampleRows)(input, rows, columns, x, y, range);
  });
}

}  // namespace stepscope::kernels
#endif
