#include "core/backend/cpu/tuning/checked_copy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/backend/cpu/ops/structure/any_order.h"
#include "core/backend/cpu/ops/structure/reorder.h"
#include "core/base/philox.h"

namespace stepscope::cpu {

namespace {

constexpr std::int64_t kImages = 2;  // that are copied for the comparison

// Layouts of images say what they are for fewer of them.
Physical ofFewImages(const Physical& physical, const Shape& few) {
  return physical.layout == Layout::Opaque ? physical : image(few, physical.layout, physical.desc.dtype());
}

// Numbers, since a copy may pass them through arithmetic: bytes that make ordinary ones of every type.
std::vector<std::byte> ordinary(std::int64_t bytes) {
  PhiloxStream random(0x5EED, 1);
  std::vector<std::byte> made(static_cast<std::size_t>(bytes));
  for (std::size_t i = 0; i < made.size(); ++i) made[i] = i % 2 == 1 ? std::byte{0x3F} : static_cast<std::byte>(random.next() & 0x7F);
  return made;
}

std::string differs(const Physical& from, const Physical& to, const Shape& shape, int threads) {
  const Candidate copy = reorderCandidate(from, to, shape, threads);
  const std::vector<std::byte> rows = ordinary(numel(shape) * sizeOf(from.desc.dtype()));
  std::vector<std::byte> source(static_cast<std::size_t>(from.bytes)), right(static_cast<std::size_t>(to.bytes)), got(right.size(), std::byte{0xFF}),
      workspace(static_cast<std::size_t>(copy.workspaceBytes) + 64);
  copyInAnyOrder(onednn::TensorDesc::plain(from.desc.dims(), from.desc.dtype()), rows.data(), from.desc, source.data());
  copyInAnyOrder(from.desc, source.data(), to.desc, right.data());
  copy.bind({{source.data()}, {got.data()}, workspace.data()})();
  return got == right ? std::string() : "it does not give every element its place";
}

Candidate elementByElement(const Physical& from, const Physical& to) {
  Candidate own = ownCandidate({from}, {to});
  own.library = "stepscope, element by element";
  return runs(std::move(own),
              [source = from.desc, target = to.desc](const Buffers& b) { copyInAnyOrder(source, b.in<std::byte>(0), target, b.out<std::byte>(0)); });
}

}  // namespace

Candidate checkedCopy(Verdicts& verdicts, const Physical& from, const Physical& to, const Shape& shape, int threads, const std::string& layer) {
  Candidate copy;
  try {
    copy = reorderCandidate(from, to, shape, threads);
  } catch (const onednn::Refused& refused) {
    throwNamed(refused, layer);
  }
  // Ours have tests; an order that only the library knows is compared with the kernel that reads it.
  if (!verdicts.check_ || copy.library.starts_with("stepscope") || !knowsOrders(from.desc, to.desc)) return copy;
  const bool images = shape.size() == 4 && from.layout != Layout::Opaque && to.layout != Layout::Opaque && shape[0] > kImages;
  Shape few = shape;
  if (images) few[0] = kImages;
  const Physical a = images ? ofFewImages(from, few) : from, b = images ? ofFewImages(to, few) : to;
  const std::string key = fmt::format("checked copy {} {} {} to {}, {} | {}", toString(few), nameOf(from.desc.dtype()), from.desc.format(),
                                      to.desc.format(), copy.library, verdicts.machine_);
  std::optional<std::string> why = verdicts.kept_.known(key);
  if (!why) {
    verdicts.between_();
    why = differs(a, b, few, threads);
    verdicts.kept_.keep(key, *why);
  }
  if (why->empty()) return copy;
  verdicts.leftOut_.add(layer, fmt::format("the copy from {} to {}", from.desc.format(), to.desc.format()), *why);
  return elementByElement(from, to);
}

}  // namespace stepscope::cpu
