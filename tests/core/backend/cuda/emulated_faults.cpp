#include "tests/core/backend/cuda/emulated_faults.h"

#include "core/backend/cuda/base/candidate.h"
#include "core/backend/cuda/kernels/batch_norm.h"
#include "core/backend/cuda/kernels/recurrent.h"
#include "tests/core/backend/cuda/emulated_device.h"

namespace stepscope::cuda {

std::span<const FaultDef> faultDefs() {
  static const FaultDef defs[] = {
      // Convolutions of a library.
      {"negated weight gradient 32", "of convolutions of 32 channels or more", "^gradients convolutions f32 NHWC"},
      {"zero weight gradient 32", "of convolutions of 32 channels or more", "^gradients convolutions f16"},
      {"negated image gradient 32", "of convolutions of 32 channels or more", "^gradients convolutions bf16"},
      {"zero weight gradients", "of every convolution", "^gradients lenet5"},
      {"weight gradient without stride", "a stride is taken as 1", "^real f32 NHWC resnet50 conv2d 4x3x32x32"},
      {"image gradient without padding", "padding is taken as 0", "^op f32 NCHW conv2d stride 2"},
      {"no dilation", "filters lie close together", "^op f32 NCHW conv2d dilation"},
      {"first group", "every group reads the first one's channels", "^op bf16 NHWC conv2d depthwise"},
      {"rows for columns", "a filter is read transposed with the channels last", "^op f16 NHWC conv2d 3x3"},
      {"sum of 1024 channels", "a part of a split sum is lost", "^real f16 resnet50 conv2d 4x2048x1x1"},
      {"narrow sums", "sums are kept in bf16", "^real bf16 NHWC resnet50 conv2d 4x256x4x4, 256x256x3x3"},
      {"last pixels", "the last row of images is not written", "^real bf16 NHWC resnet50 conv2d 4x64x8x8, 64x64x3x3"},
      // Products.
      {"negated product gradient", "the gradient of a linear layer's weight", "^gradients gpt bf16"},
      {"last columns", "a tile of columns beyond the last whole 64 is not written", "^real f32 resnet50 linear"},
      {"rows from 64", "rows beyond a tile are not written", "^real f32 gpt linear 2x48x384, 384x384"},
      {"wide bias", "a bias of more than 1024 numbers is not added", "^real bf16 gpt linear 2x48x384, 1152x384"},
      {"square transposed", "a square operand is read without the transposition", "^real f16 gpt linear 2x48x384, 384x384"},
      {"one matrix of a batch", "every product of a batch reads the first second operand", "^op f32 matmul"},
      // Attention.
      {"no causal mask", "a query sees what comes after it", "^real bf16 attention of heads of 64, 256 tokens, packed"},
      {"no key mask", "masked keys count", "^real bf16 attention of heads of 64, 256 tokens, key mask"},
      {"no scale of 128", "scores of heads of 128 are not scaled", "^real f16 attention of heads of 128, 256 tokens, fewer"},
      {"no delta", "backward forgets the softmax's sum", "^real f16 attention of heads of 64, 256 tokens, fewer"},
      {"keys from 128", "gradients of keys beyond a tile are lost", "^real bf16 attention of heads of 128, 256 tokens, packed"},
      {"queries for keys", "their gradients change places", "^gradients gpt f16"},
      // Our own kernels, as they would be started wrongly.
      {"stale statistics", "a norm sums in its first launch alone", "^gradients resnet20 f16"},
      {"no running statistics", "they keep their start", "^op f32 NCHW batch_norm images"},
      {"swapped gate", "an LSTM keeps its input gate as its forget gate", "^op f32 lstm"},
      {"last block", "the last block of a launch never runs", "^gradients gpt f32"},
      {"no update", "the optimizer's kernel runs once alone", "^gradients lenet5"},
      {"overflow unseen", "numbers that are not finite are not found", "^scaler"},
      // Copies and graphs.
      {"late upload", "a step reads the batch before", "^gradients lenet5"},
      {"early download", "the host reads what was there before", "^gradients lenet5"},
      {"nothing zeroed", "memory that is to be cleared is left as it is", "^gradients gpt f32"},
      {"graph without its end", "the last launch of a graph is lost", "^graph lenet5"},
      {"graph out of order", "launches of a graph change places", "^graph lenet5"},
  };
  return defs;
}

bool isPlanted(std::string_view name) {
  if (emulation().fault.empty()) return false;
  return emulation().fault == name && (!emulation().faultInGraphs || emulation().inGraph);
}

bool isLeftOut(std::string_view type, long times) {
  const auto is = [&](std::string_view part) { return type.find(part) != std::string_view::npos; };
  if (isPlanted("stale statistics")) return times > 0 && (is("ChannelMoments") || is("JoinMoments") || is("BatchNormStatistics"));
  if (isPlanted("no update")) return times > 0 && is("Sgd");
  if (isPlanted("overflow unseen")) return is("NonFiniteParts") || is("FinishCheck");
  return false;
}

long lostBlocks(long blocks) {
  return isPlanted("last block") && blocks > 1 ? 1 : 0;
}

void beforeLaunch(std::string_view type, std::byte* functor) {
  if (!isPlanted("no running statistics")) return;
  if (type.find("JoinMoments") != std::string_view::npos) reinterpret_cast<JoinMoments*>(functor)->statistics.runningMean = nullptr;
  if (type.find("BatchNormStatistics") != std::string_view::npos) reinterpret_cast<BatchNormStatistics*>(functor)->statistics.runningMean = nullptr;
}

void afterLaunch(std::string_view type, std::byte* functor) {
  if (!isPlanted("swapped gate") || type.find("LstmStep") == std::string_view::npos) return;
  const auto& step = *reinterpret_cast<const LstmStep*>(functor);
  const RecurrentShape& r = step.in.r;
  for (Int b = 0; b < r.batch; ++b)
    for (Int u = 0; u < r.hidden; ++u) {
      const Int input = r.gateAt(b, step.s, 0, u), forget = r.gateAt(b, step.s, 1, u);
      const float kept = step.gates.in()[input];
      step.gates.set(input, step.gates.in()[forget]);
      step.gates.set(forget, kept);
    }
}

}  // namespace stepscope::cuda
