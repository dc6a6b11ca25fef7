#include "core/backend/cpu/tuning/checked_makers.h"

#include <fmt/format.h>

#include <new>

#include "core/base/cancelled.h"
#include "core/base/error.h"

namespace stepscope::cpu {

namespace {

std::string layerOf(const Node& node) {
  return node.scope.empty() ? std::string(node.op->name) : node.scope;
}

std::string kernelOf(const Node& node, std::string_view name) {
  return fmt::format("the kernel \"{}\" of {}", name, titleOf(node));
}

// What `work` returns, and nothing where it throws what another kernel may do without. Memory that is not there is no fault of a kernel.
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

}  // namespace stepscope::cpu
