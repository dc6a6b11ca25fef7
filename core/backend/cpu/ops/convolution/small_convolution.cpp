#include "core/backend/cpu/ops/convolution/small_convolution.h"

#include "core/backend/cpu/ops/convolution/small_convolution_channels.h"
#include "core/backend/cpu/ops/convolution/small_convolution_plan.h"

namespace stepscope::kernels {
namespace {

constexpr std::int64_t kFloat = static_cast<std::int64_t>(sizeof(float));

std::int64_t weightFloats(const ConvolutionShape& s) {
  return s.outC * s.inC * s.kernelH * s.kernelW;
}

// Floats of the packed input rows that `rows` output rows need, and of the packed output rows.
std::int64_t inputFloats(const ConvolutionShape& s, std::int64_t rows, std::int64_t lanes) {
  return s.inC * packedPlane((rows - 1) * s.strideH + s.kernelH, s.inW + 2 * s.padW, lanes);
}
std::int64_t outputFloats(const ConvolutionShape& s, std::int64_t rows, std::int64_t lanes) {
  return s.outC * packedPlane(rows, s.outW(), lanes);
}

}  // namespace

WorkRange outputRowsFor(const ConvolutionShape& s, WorkRange rows) {
  const std::int64_t lowest = rows.begin + s.padH - s.kernelH + 1;
  const std::int64_t begin = lowest <= 0 ? 0 : (lowest + s.strideH - 1) / s.strideH;
  const std::int64_t end = std::min(s.outH(), (rows.end - 1 + s.padH) / s.strideH + 1);
  return {begin, std::max(begin, end)};
}

SmallConvolutionPlan planForward(const ConvolutionShape& s, int threads) {
  const std::int64_t lanes = imageLanes();
  const int team = teamForFlops(s.flops(), threads);
  const std::int64_t rowBytes = (s.inC * s.strideH * (s.inW + 2 * s.padW) + s.outC * s.outW()) * lanes * kFloat;
  const ImageLanePlan work(s.n, lanes, s.outH(), rowBytes, team);
  return {work, team, roundedTo16(weightFloats(s)),
          roundedTo16(inputFloats(s, work.rowsPerTile(), lanes) + outputFloats(s, work.rowsPerTile(), lanes))};
}

SmallConvolutionPlan planGradWeight(const ConvolutionShape& s, int threads) {
  const std::int64_t lanes = imageLanes();
  const int team = teamForFlops(s.flops(), threads);
  const std::int64_t rowBytes = (s.inC * s.strideH * (s.inW + 2 * s.padW) + s.outC * s.outW()) * lanes * kFloat;
  const ImageLanePlan work(s.n, lanes, s.outH(), rowBytes, team);
  return {work, team, 0,
          roundedTo16(inputFloats(s, work.rowsPerTile(), lanes) + outputFloats(s, work.rowsPerTile(), lanes) + weightFloats(s) * lanes)};
}

SmallConvolutionPlan planGradInput(const ConvolutionShape& s, int threads) {
  const std::int64_t lanes = imageLanes();
  const int team = teamForFlops(s.flops(), threads);
  const std::int64_t rowBytes = (s.inC * s.inW + s.outC * s.outW() / s.strideH) * lanes * kFloat;
  const ImageLanePlan work(s.n, lanes, s.inH, rowBytes, team);
  const std::int64_t outRows = std::min(s.outH(), (work.rowsPerTile() + s.kernelH - 2) / s.strideH + 1);
  return {work, team, roundedTo16(weightFloats(s)),
          roundedTo16(outputFloats(s, outRows, lanes) + s.inC * packedPlane(work.rowsPerTile(), s.inW, lanes) + 2 * gradRowColumns(s) * lanes)};
}

bool smallConvolutionSupports(ConvolutionPass pass, const ConvolutionShape& s, std::int64_t xBlock, std::int64_t yBlock) {
  if (xBlock < 1 || yBlock < 1) return false;
  if (s.kernelH > 7 || s.kernelW > 7 || s.strideH > 2 || s.strideW > 2) return false;
  if (s.padH >= s.kernelH || s.padW >= s.kernelW || s.outH() < 1 || s.outW() < 1) return false;
  if (pass == ConvolutionPass::GradInput && s.kernelW % 2 == 0) return false;
  // With more channels the library's blocked kernels are faster, and packed rows do not fit in the cache.
  return std::min(s.inC, s.outC) <= 32 && std::max(s.inC, s.outC) <= 128;
}

std::int64_t smallConvolutionWorkspaceBytes(ConvolutionPass pass, const ConvolutionShape& shape, int threads) {
  switch (pass) {
    case ConvolutionPass::Forward:  // enough for both kernels: which of them runs depends on the layouts
      return std::max(planForward(shape, threads).bytes(), channelLanesWorkspaceBytes(shape, threads));
    case ConvolutionPass::GradInput: return planGradInput(shape, threads).bytes();
    case ConvolutionPass::GradWeight: return planGradWeight(shape, threads).bytes();
  }
  return 0;
}

}  // namespace stepscope::kernels
