#include "core/backend/cpu/base/candidate.h"

#include <omp.h>

#include "core/base/error.h"

namespace stepscope::cpu {

Physical KernelRequest::layoutOfInput(std::size_t i) const {
  if (knownLayouts.empty()) return preferredInput(i);
  const Physical& p = knownLayouts[i];
  return p.desc && p.layout != Layout::Opaque && p.layout != Layout::Plain ? p : plain(inputShape(i), input(i).dtype);
}

Physical KernelRequest::commonLayout(std::size_t a, std::size_t b) const {
  const Physical first = layoutOfInput(a), second = layoutOfInput(b);
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
