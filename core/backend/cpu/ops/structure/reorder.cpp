#include "core/backend/cpu/ops/structure/reorder.h"

#include "core/backend/cpu/onednn/primitive.h"
#include "core/backend/cpu/ops/elementwise/convert.h"
#include "core/backend/cpu/ops/structure/any_order.h"
#include "core/backend/cpu/ops/structure/relayout.h"

namespace stepscope::cpu {

namespace {

bool isImageLayout(const Physical& p) {
  return p.desc && p.layout != Layout::Opaque;
}

}  // namespace

Candidate reorderCandidate(const Physical& from, const Physical& to, const Shape& shape, int threads) {
  if (shape.size() == 4 && from.desc && isImageLayout(from) && isImageLayout(to)) {
    Candidate own = ownCandidate({from}, {to});
    const kernels::ChannelBlocks source = channelBlocks(shape, from.layout);
    const std::int64_t block = blockOf(to.layout, shape[1]);
    // The library does not support fp16 on a CPU. So fp16 tensors are stored as images or plain, never in a layout of the library's own.
    if (from.desc.dtype() == DType::F16)
      return runs(std::move(own),
                  [=](const Buffers& b) { kernels::relayout16(source, b.in<std::uint16_t>(0), block, b.out<std::uint16_t>(0), threads); });
    if (from.desc.dtype() == DType::F32 && from.desc.dims() == shape && to.desc.dims() == shape)
      return runs(std::move(own), [=](const Buffers& b) { kernels::relayout(source, b.in(0), block, b.out(0), threads); });
  }
  // Weights of grouped convolutions have one more dimension in the library; if they are plain, the bytes are the same in both forms.
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
    return runs(std::move(candidate),
                [source, target](const Buffers& b) { copyInAnyOrder(source, b.in<std::byte>(0), target, b.out<std::byte>(0)); });
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

}  // namespace stepscope::cpu
