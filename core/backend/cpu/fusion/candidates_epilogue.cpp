// Kernels of a layer with an addition or an activation after it: one library primitive for both, or the layer's kernel and then the epilogue.
#include <algorithm>

#include "core/backend/cpu/base/limits.h"
#include "core/backend/cpu/fusion/families.h"
#include "core/backend/cpu/ops/convolution/convolution_makers.h"
#include "core/backend/cpu/ops/elementwise/elementwise.h"
#include "core/backend/cpu/ops/elementwise/layer_epilogue.h"
#include "core/backend/cpu/ops/matmul/linear_makers.h"
#include "core/backend/cpu/precision/batch_tiles.h"
#include "core/backend/cpu/precision/narrow.h"

namespace stepscope::cpu {

namespace {

bool allF32(const KernelRequest& r) {
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i)
    if (r.has(i) && r.input(i).dtype != DType::F32) return false;
  return r.output(0).dtype == DType::F32;
}

// The node of the layer without its epilogue.
Node layerAlone(const Node& node, const LayerEpilogue& epilogue) {
  Node layer = node;
  layer.op = &opOf(isConvolution(node.op->id) ? OpId::Conv2d : OpId::Linear);
  layer.attrs.set("relu", false);
  if (layer.inputs.size() > 3) layer.inputs.resize(3);
  layer.outputs = {epilogue.keepsInput ? node.outputs[1] : node.outputs[0]};
  return layer;
}

struct Tiles {
  Candidate layer;
  LayerEpilogue epilogue;
  std::int64_t count = 1;
  std::int64_t xBytes = 0, yBytes = 0;  // bytes of a tile
  std::int64_t elements = 0;            // elements of a tile of the result, with padding
  kernels::ChannelBlocks blocks;        // of a tile of the result
  bool cleans = false;                  // the epilogue makes padding nonzero, so it is zeroed again
  int threads = 1;

  Launch bind(const Buffers& b) const;
};

Launch Tiles::bind(const Buffers& b) const {
  std::vector<Launch> launches;
  for (std::int64_t tile = 0; tile < count; ++tile) {
    const auto at = [&](std::byte* whole, std::int64_t bytes) { return whole ? whole + tile * bytes : nullptr; };
    std::byte* y = at(b.outputs[0], yBytes);
    std::byte* made = epilogue.keepsInput ? at(b.outputs[1], yBytes) : y;
    Buffers inner;
    inner.inputs = {at(b.inputs[0], xBytes), b.inputs[1], b.inputs.size() > 2 ? b.inputs[2] : nullptr};
    inner.outputs = {made};
    inner.workspace = b.workspace;
    launches.push_back(layer.bind(inner));
    auto *from = reinterpret_cast<float*>(made), *to = reinterpret_cast<float*>(y);
    if (epilogue.addend) {
      auto* residual = reinterpret_cast<float*>(at(b.inputs[3], yBytes));
      launches.push_back([=, relu = epilogue.relu, n = elements, t = threads] { kernels::add(from, residual, to, n, relu, t); });
    } else {
      launches.push_back([=, function = *epilogue.activation, n = elements, layout = blocks, clean = cleans, t = threads] {
        kernels::unary(function, from, to, n, t);
        if (clean) kernels::zeroPadding(to, layout, t);
      });
    }
  }
  return [launches = std::move(launches)] {
    for (const Launch& launch : launches) launch();
  };
}

// The layer's kernel from `make`, then the epilogue, on the whole batch or on as many samples at a time as fit in the outer cache. Nullopt if the
// node has no epilogue, if `make` has no f32 kernel for the layer, if its layouts cannot be cut by samples, and for Cached if the whole batch is one
// tile.
enum class EpilogueTiles { Whole, Cached };
std::optional<Candidate> layerThenEpilogue(const KernelRequest& r, CandidateMaker make, EpilogueTiles how) {
  const auto epilogue = epilogueOf(r.node);
  if (!epilogue || !allF32(r) || r.inputShape(0).empty()) return std::nullopt;
  const Shape &x = r.inputShape(0), &y = r.outputShape(0);
  const std::int64_t batch = x[0];
  if (batch == 0 || y[0] != batch) return std::nullopt;
  const std::int64_t samples = how == EpilogueTiles::Whole ? batch : samplesATile(batch, numel(y) / batch * 4, limits::kEpilogueBytes);
  if (how == EpilogueTiles::Cached && samples == batch) return std::nullopt;
  const F32Twin twin(r, [&](bool input, std::size_t i, Shape& shape) {
    if (!input || i == 0 || i == 3) shape[0] = samples;
  });
  const Node alone = layerAlone(twin.node, *epilogue);
  const KernelRequest request{twin.graph, alone, r.threads, r.images, {}, {}, r.bf16Arithmetic};
  auto layer = make(request);
  if (!layer) return std::nullopt;

  Tiles tiles;
  tiles.layer = std::move(*layer);
  tiles.epilogue = *epilogue;
  tiles.count = batch / samples;
  const auto wholeX = wholeOf(tiles.layer.inputs[0], x, DType::F32, tiles.count);
  const auto wholeY = wholeOf(tiles.layer.outputs[0], y, DType::F32, tiles.count);
  if (!wholeX || !wholeY) return std::nullopt;
  const Physical tile = tiles.layer.outputs[0];
  tiles.xBytes = wholeX->bytes / tiles.count;
  tiles.yBytes = tile.bytes;
  tiles.elements = elements(tile);
  tiles.threads = r.threads;
  if (y.size() == 4) {
    Shape part = y;
    part[0] = samples;
    tiles.blocks = channelBlocks(part, tile.layout);
    tiles.cleans = tile.layout != Layout::Plain && epilogue->activation && !kernels::keepsZero(*epilogue->activation);
  }

  Candidate candidate;
  candidate.name = tiles.layer.name + (how == EpilogueTiles::Whole ? ", then epilogue" : ", epilogue in tiles");
  candidate.library = tiles.layer.library;
  candidate.inputs = tiles.layer.inputs;
  candidate.inputs[0] = *wholeX;
  candidate.inputs.resize(r.node.inputs.size());
  if (epilogue->addend) candidate.inputs[3] = *wholeY;
  candidate.outputs.assign(r.node.outputs.size(), *wholeY);
  candidate.unread = tiles.layer.unread;
  candidate.workspaceBytes = tiles.layer.workspaceBytes;
  candidate.bind = [tiles = std::move(tiles)](const Buffers& b) { return tiles.bind(b); };
  return candidate;
}

template <CandidateMaker make, EpilogueTiles tiles>
std::optional<Candidate> thenEpilogue(const KernelRequest& request) {
  return layerThenEpilogue(request, make, tiles);
}

}  // namespace

// If it can, the library applies the epilogue before it writes the result. But its kernels with an epilogue are slower, so a second pass over the
// result can be faster if the result fits in the cache.
std::span<const OpKernels> epilogueKernels() {
  constexpr auto whole = EpilogueTiles::Whole, cached = EpilogueTiles::Cached;
  static const std::vector<NamedMaker> convolution = {{"direct with epilogue", makeDirectConvolutionWith},
                                                      {"direct, then epilogue", thenEpilogue<makeDirectConvolution, whole>},
                                                      {"direct, epilogue in tiles", thenEpilogue<makeDirectConvolution, cached>},
                                                      {"winograd, then epilogue", thenEpilogue<makeWinogradConvolution, whole>},
                                                      {"winograd, epilogue in tiles", thenEpilogue<makeWinogradConvolution, cached>},
                                                      {"own, then epilogue", thenEpilogue<makeOwnConvolution, whole>},
                                                      {"own, epilogue in tiles", thenEpilogue<makeOwnConvolution, cached>},
                                                      {"plain, then epilogue", thenEpilogue<makePlainConvolution, whole>, true}};
  const NamedMaker bf16{"bf16", makeBf16Linear}, matmul{"matmul", makeLinear},
      plain{"plain, then epilogue", thenEpilogue<makePlainLinear, whole>, true};
  static const OpKernels kernels[] = {
      {"conv2d_add", convolution},
      {"conv2d_activation", convolution},
      {"linear_add", {bf16, matmul, plain}},
      {"linear_activation", {bf16, matmul, {"matmul packed", makePackedLinear}, {"matmul, then epilogue", thenEpilogue<makeLinear, whole>}, plain}}};
  return kernels;
}

}  // namespace stepscope::cpu
