#include "core/backend/cpu/tuning/checked_makers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <vector>

#include "core/backend/cpu/ops/structure/any_order.h"
#include "core/backend/cpu/ops/structure/reorder.h"
#include "core/base/cancelled.h"
#include "core/base/error.h"
#include "core/base/philox.h"

namespace stepscope::cpu {

namespace {

std::string layerOf(const Node& node) {
  return node.scope.empty() ? std::string(node.op->name) : node.scope;
}

std::string kernelOf(const Node& node, std::string_view name) {
  return fmt::format("the kernel \"{}\" of {}", name, titleOf(node));
}

// The result of `work`; nullopt if it throws an error that another kernel may avoid (not: lack of memory, Cancelled). `why` then has the reason.
template <class Work>
auto orNothing(Work work, std::string& why) -> decltype(work()) {
  try {
    return work();
  } catch (const Cancelled&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const onednn::Refused& refused) {
    if (refused.outOfMemory()) throw;
    why = refused.what();
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::Resource) throw;
    why = error.what();
  } catch (const std::exception& error) {
    why = error.what();
  }
  return {};
}

}  // namespace

std::optional<Candidate> madeOrNothing(const NamedMaker& maker, const KernelRequest& request, Way way, std::string& why) {
  return orNothing([&] { return makeCandidate(maker, request, way); }, why);
}

CheckedMakers::CheckedMakers(Verdicts& verdicts, const KernelRequest& request, std::span<const NamedMaker> makers)
    : verdicts_(verdicts), request_(request), makers_(makers) {}

void CheckedMakers::leaveOut(const NamedMaker& maker, const std::string& why) {
  refusal_ = why;
  verdicts_.leftOut_.add(layerOf(request_.node), kernelOf(request_.node, maker.name), why);
}

bool CheckedMakers::mayRun(const NamedMaker& maker, Way way, const Candidate& candidate) {
  if (!verdicts_.check_) return true;
  if (!check_) check_ = std::make_unique<KernelCheck>(request_, makers_, verdicts_.between_);
  if (check_->isTrusted(maker, way)) return true;
  const std::string key = checkKey(request_, candidate, verdicts_.machine_);
  std::optional<std::string> why = verdicts_.kept_.known(key);
  if (!why) {
    std::string failed;
    why = orNothing([&] { return check_->differs(maker, way, candidate); }, failed);
    if (!failed.empty()) why = "it fails: " + failed;
    verdicts_.kept_.keep(key, *why);
  }
  if (why->empty()) return true;
  leaveOut(maker, *why);
  return false;
}

std::optional<CheckedCandidate> CheckedMakers::make(const NamedMaker& maker) {
  for (const Way way : kWays) {
    std::string why;
    std::optional<Candidate> candidate = madeOrNothing(maker, request_, way, why);
    if (!why.empty()) leaveOut(maker, "it cannot be made: " + why);
    if (candidate && mayRun(maker, way, *candidate)) return CheckedCandidate{std::move(*candidate), way};
  }
  return std::nullopt;
}

CheckedCandidate CheckedMakers::first() {
  for (const NamedMaker& maker : makers_)
    if (auto made = make(maker)) return std::move(*made);
  throw Error(ErrorKind::Input, layerOf(request_.node),
              "the CPU backend has no kernel for " + titleOf(request_.node) + " of these shapes and types" +
                  (refusal_.empty() ? std::string() : " (" + refusal_ + ")"),
              "Change the layer's arguments");
}

namespace {

constexpr std::int64_t kImages = 2;  // number of images that are copied for the comparison

// The same layout for the smaller shape.
Physical ofFewImages(const Physical& physical, const Shape& few) {
  return physical.layout == Layout::Opaque ? physical : image(few, physical.layout, physical.desc.dtype());
}

// Bytes that are ordinary numbers in every type, since a copy may compute with them: no NaN, no infinity, no denormals.
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
  return got == right ? std::string() : "it does not put every element in its place";
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
  // Copies of our own have tests and need no check. A layout that only the library knows is checked together with the kernel that reads it.
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
