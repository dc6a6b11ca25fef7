// The padded shortcut of CIFAR residual networks (He et al. 2015, option A).
#include "core/backend/cpu/ops/families.h"
#include "core/backend/cpu/ops/structure/relayout.h"

namespace stepscope::cpu {

namespace {

std::optional<Candidate> makeShortcutPad(const KernelRequest& r) {
  if (r.input(0).dtype != DType::F32) return std::nullopt;
  const bool grad = r.node.op->id == OpId::ShortcutPadGrad;
  const Shape &x = grad ? r.outputShape(0) : r.inputShape(0), &y = grad ? r.inputShape(0) : r.outputShape(0);
  const auto& stride = r.node.attrs.integers("stride");
  if (stride[0] != stride[1]) return std::nullopt;
  // Both in one layout: that of the output, or plain where the two prefer different ones.
  Layout layout = preferred(y, DType::F32, r.images).layout;
  if (preferred(x, DType::F32, r.images).layout != layout) layout = Layout::Plain;
  const Physical small = image(y, layout), large = image(x, layout);
  const kernels::ShortcutPad shortcut{imageLayout(x, layout), stride[0], r.node.attrs.integer("pad_before"), r.node.attrs.integer("pad_after"),
                                      blockOf(layout, y[1])};
  Candidate candidate = ownCandidate({grad ? small : large}, {grad ? large : small});
  return runs(std::move(candidate), [grad, shortcut, threads = r.threads](const Buffers& b) {
    (grad ? kernels::shortcutPadGrad : kernels::shortcutPad)(shortcut, b.in(0), b.out(0), threads);
  });
}

}  // namespace

std::span<const OpKernels> shortcutKernels() {
  static const OpKernels kernels[] = {
      {"shortcut_pad", {{"own", makeShortcutPad}}},
      {"shortcut_pad_grad", {{"own", makeShortcutPad}}},
  };
  return kernels;
}

}  // namespace stepscope::cpu
