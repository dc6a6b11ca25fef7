#include "core/backend/cpu/candidate.h"

#include <omp.h>

#include <map>

#include "core/backend/cpu/layout/any_order.h"
#include "core/backend/cpu/onednn/primitive.h"
#include "core/backend/cpu/ops/elementwise/convert_f16.h"
#include "core/backend/cpu/ops/structure/relayout.h"
#include "core/base/error.h"

namespace stepscope::cpu {

std::span<const NamedMaker> makersFor(std::string_view op) {
  // Built once from the families; constant ever after.
  static const std::map<std::string_view, std::span<const NamedMaker>> table = [] {
    std::map<std::string_view, std::span<const NamedMaker>> map;
    for (const auto family : {convolutionKernels(),
                              matmulKernels(),
                              batchNormKernels(),
                              poolingKernels(),
                              shortcutKernels(),
                              elementwiseKernels(),
                              lossKernels(),
                              elementLossKernels(),
                              optimizerKernels(),
                              castKernels(),
                              formulaKernels(),
                              elementChainKernels(),
                              arithmeticKernels(),
                              reductionKernels(),
                              softmaxKernels(),
                              layerNormKernels(),
                              batchedMatmulKernels(),
                              attentionKernels(),
                              embeddingKernels(),
                              recurrentKernels(),
                              structureKernels(),
                              resizeKernels(),
                              convolutionTransposeKernels(),
                              groupNormKernels()}) {
      for (const OpKernels& op : family) map.emplace(op.op, op.makers);
    }
    return map;
  }();
  const auto it = table.find(op);
  return it == table.end() ? std::span<const NamedMaker>{} : it->second;
}

Physical KernelRequest::lies(std::size_t i) const {
  if (lying.empty()) return preferredInput(i);
  const Physical& p = lying[i];
  return p.desc && p.layout != Layout::Opaque && p.layout != Layout::Plain ? p : plain(inputShape(i), input(i).dtype);
}

Physical KernelRequest::liesTogether(std::size_t a, std::size_t b) const {
  const Physical first = lies(a), second = lies(b);
  return first.layout == Layout::Plain && second.layout != Layout::Plain ? second : first;
}

Candidate ownCandidate(std::vector<Physical> inputs, std::vector<Physical> outputs) {
  Candidate candidate;
  candidate.name = "own";
  candidate.library = "stepscope";
  candidate.inputs = std::move(inputs);
  candidate.outputs = std::move(outputs);
  return candidate;
}

namespace {

bool isImageLayout(const Physical& p) {
  return p.desc && p.layout != Layout::Opaque;
}

}  // namespace

std::optional<Candidate> plainCandidate(const KernelRequest& r) {
  const auto known = [](DType type) { return type != DType::BF16 && type != DType::F16; };
  Candidate candidate = ownCandidate({}, {});
  for (std::size_t i = 0; i < r.node.inputs.size(); ++i) {
    if (r.has(i) && !known(r.input(i).dtype)) return std::nullopt;
    candidate.inputs.push_back(r.has(i) ? plain(r.inputShape(i), r.input(i).dtype) : Physical{});
  }
  for (std::size_t i = 0; i < r.node.outputs.size(); ++i) {
    if (!known(r.output(i).dtype)) return std::nullopt;
    candidate.outputs.push_back(plain(r.outputShape(i), r.output(i).dtype));
  }
  return candidate;
}

Candidate reorderCandidate(const Physical& from, const Physical& to, const Shape& shape, int threads) {
  if (shape.size() == 4 && from.desc && isImageLayout(from) && isImageLayout(to)) {
    Candidate own = ownCandidate({from}, {to});
    const kernels::ChannelBlocks source = channelBlocks(shape, from.layout);
    const std::int64_t block = blockOf(to.layout, shape[1]);
    // The library of a CPU has no fp16: its tensors are stored as images or plain, never in a layout of the library's own.
    if (from.desc.dtype() == DType::F16)
      return runs(std::move(own),
                  [=](const Buffers& b) { kernels::relayout16(source, b.in<std::uint16_t>(0), block, b.out<std::uint16_t>(0), threads); });
    if (from.desc.dtype() == DType::F32 && from.desc.dims() == shape && to.desc.dims() == shape)
      return runs(std::move(own), [=](const Buffers& b) { kernels::relayout(source, b.in(0), block, b.out(0), threads); });
  }
  // Weights of grouped convolutions have a dimension more in the library's eyes; plain bytes are the same either way.
  const onednn::TensorDesc source =
      from.desc.dims() != to.desc.dims() && from.desc.isPlain() ? onednn::TensorDesc::plain(to.desc.dims(), to.desc.dtype()) : from.desc;
  const onednn::TensorDesc target =
      source.dims() != to.desc.dims() && to.desc.isPlain() ? onednn::TensorDesc::plain(source.dims(), source.dtype()) : to.desc;
  Candidate candidate;
  candidate.inputs = {from};
  candidate.outputs = {to};
  const auto reorder = onednn::makeReorder(source, target);
  if (!reorder) {
    if (!knowsOrders(source, target)) throw onednn::Refused("it has no copy from " + source.format() + " to " + target.format(), false);
    candidate.name = "own";
    candidate.library = "stepscope, element by element";
    return runs(std::move(candidate), [source, target](const Buffers& b) { copyInAnyOrder(source, b.in<std::byte>(0), target, b.out<std::byte>(0)); });
  }
  candidate.name = "reorder";
  candidate.library = "oneDNN " + reorder->implementation();
  candidate.workspaceBytes = reorder->scratchpadBytes();
  candidate.bind = [reorder = *reorder](const Buffers& b) -> Launch {
    return [execution = reorder.bind({{onednn::Arg::Src, b.in(0)}, {onednn::Arg::Dst, b.out(0)}, {onednn::Arg::Scratchpad, b.workspace}})] {
      execution.run();
    };
  };
  return candidate;
}

void throwNamed(const onednn::Refused& refused, const std::string& layer) {
  if (refused.outOfMemory())
    throw Error(ErrorKind::Resource, layer, "there is not enough memory to prepare its kernel", "Set a smaller switches.batch_size");
  throw Error(ErrorKind::Input, layer, std::string("the library oneDNN has no kernel for it here (") + refused.what() + ")",
              "Set switches.amp to \"off\" and switches.channels_last to \"off\"");
}

ScopedThreads::ScopedThreads(int threads) : before_(omp_get_max_threads()), dynamicBefore_(omp_get_dynamic()) {
  omp_set_dynamic(0);
  omp_set_num_threads(threads);
}
ScopedThreads::~ScopedThreads() {
  omp_set_num_threads(before_);
  omp_set_dynamic(dynamicBefore_);
}

}  // namespace stepscope::cpu
