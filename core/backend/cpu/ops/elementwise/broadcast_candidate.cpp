#include "core/backend/cpu/ops/elementwise/broadcast_candidate.h"

#include "core/backend/cpu/ops/elementwise/unary.h"

namespace stepscope::cpu {

namespace {

using kernels::BroadcastDim;

// The shape with ones added in front until it has `rank` dimensions.
Shape padded(const Shape& shape, std::size_t rank) {
  Shape all(rank - shape.size(), 1);
  all.insert(all.end(), shape.begin(), shape.end());
  return all;
}

// The layout that an operand needs if the result is stored as an image: that of the result if it has all channels, plain if it has one. Nullopt if
// neither works.
std::optional<Physical> beside(const KernelRequest& r, std::size_t input, const Physical& result) {
  const Shape &shape = r.inputShape(input), &whole = r.outputShape(0);
  const Shape four = padded(shape, 4);
  if (four[1] == 1) return plain(shape, DType::F32);
  if (shape.size() == 4) return image(shape, result.layout);
  // Without a batch dimension it is not an image. But one value per channel has the same bytes in both layouts if there are no padding lanes.
  const bool onePixel = four[2] * four[3] == 1;
  if (onePixel && whole[1] % blockOf(result.layout, whole[1]) == 0) return plain(shape, DType::F32);
  return std::nullopt;
}

// Steps of an operand for every dimension of the result, in memory order.
std::vector<std::int64_t> stepsOf(const Shape& operand, const Shape& whole, Layout layout) {
  const Shape shape = padded(operand, whole.size());
  std::vector<std::int64_t> steps(whole.size());
  if (layout == Layout::Plain) {
    std::int64_t step = 1;
    for (std::size_t i = whole.size(); i-- > 0; step *= shape[i]) steps[i] = shape[i] == 1 ? 0 : step;
    return steps;
  }
  // The memory order is [n][channel block][h][w][channel in block].
  const bool channels = shape[1] > 1;
  const std::int64_t block = channels ? blockOf(layout, whole[1]) : 1;
  const std::int64_t blocks = (shape[1] + block - 1) / block;
  const std::int64_t sizes[] = {shape[0], blocks, shape[2], shape[3], block};
  const bool repeated[] = {shape[0] == 1, !channels, shape[2] == 1, shape[3] == 1, !channels};
  steps.assign(5, 0);
  std::int64_t step = 1;
  for (std::size_t i = 5; i-- > 0; step *= sizes[i]) steps[i] = repeated[i] ? 0 : step;
  return steps;
}

kernels::BroadcastPlan planOf(const Shape& a, const Shape& b, const Shape& whole, Layout layout) {
  Shape sizes = whole;
  if (layout != Layout::Plain) {
    const std::int64_t block = blockOf(layout, whole[1]);
    sizes = {whole[0], (whole[1] + block - 1) / block, whole[2], whole[3], block};
  }
  const auto stepsA = stepsOf(a, whole, layout), stepsB = stepsOf(b, whole, layout);
  std::vector<BroadcastDim> dims;
  for (std::size_t i = 0; i < sizes.size(); ++i) dims.push_back({sizes[i], stepsA[i], stepsB[i]});
  return kernels::BroadcastPlan(std::move(dims));
}

}  // namespace

std::optional<Candidate> broadcastCandidate(const KernelRequest& r, const FormulaUse& function) {
  if (r.input(0).dtype != DType::F32 || r.input(1).dtype != DType::F32) return std::nullopt;
  const Shape &a = r.inputShape(0), &b = r.inputShape(1), &whole = r.outputShape(0);
  Physical y = plain(whole, DType::F32), pa = plain(a, DType::F32), pb = plain(b, DType::F32);
  if (a == whole || b == whole) {
    const Physical wanted = a == b ? r.commonLayout(0, 1) : r.layoutOfInput(a == whole ? 0 : 1);
    if (wanted.layout != Layout::Plain) {
      const auto first = a == whole ? wanted : beside(r, 0, wanted), second = b == whole ? wanted : beside(r, 1, wanted);
      if (first && second) {
        y = wanted;
        pa = *first;
        pb = *second;
      }
    }
  }
  Candidate candidate = ownCandidate({pa, pb}, {y});
  const kernels::BroadcastPlan plan = planOf(a, b, whole, y.layout);
  // Whether padding lanes stay zero: 0 * 0 is 0, and so are sums of two padding lanes, but x + 1 and 0 / 0 are not.
  const bool bothPadded = a.size() == 4 && b.size() == 4 && a[1] == whole[1] && b[1] == whole[1];
  const bool zeroes = function.formula == Formula::Mul || (bothPadded && (function.formula == Formula::Add || function.formula == Formula::Sub));
  const bool clean = y.layout != Layout::Plain && !zeroes;
  const auto layout = y.layout != Layout::Plain ? channelBlocks(whole, y.layout) : kernels::ChannelBlocks{};
  return runs(std::move(candidate), [=, threads = r.threads](const Buffers& buffers) {
    kernels::broadcast(function, plan, buffers.in(0), buffers.in(1), buffers.out(0), threads);
    if (clean) kernels::zeroPadding(buffers.out(0), layout, threads);
  });
}

std::optional<Candidate> expandCandidate(const KernelRequest& r, float factor) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  const Shape &x = r.inputShape(0), &whole = r.outputShape(0);
  Physical from = plain(x, DType::F32), to = plain(whole, DType::F32);
  const Physical given = r.layoutOfInput(0);
  if (x.size() == 4 && x[1] == whole[1] && given.layout != Layout::Plain) {
    from = given;
    to = image(whole, given.layout);
  }
  return runs(ownCandidate({from}, {to}), [plan = planOf(x, {}, whole, to.layout), factor, threads = r.threads](const Buffers& buffers) {
    kernels::broadcast({Formula::Mul}, plan, buffers.in(0), &factor, buffers.out(0), threads);
  });
}

}  // namespace stepscope::cpu
