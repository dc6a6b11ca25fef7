// Checks whether a kernel gives the same results as the trusted kernel of its op in f32. Both run once on a few samples of the node with equal
// inputs, before a program uses either. The trusted kernel is the f32 kernel of the op's last maker, on whole operands. It is our own, and the tests
// of the op table compare it with the interpreter. The inputs are Philox numbers with fixed seeds, so the verdict is the same in every process.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "core/backend/cpu/base/candidate.h"
#include "core/backend/cpu/precision/through_f32.h"

namespace stepscope::cpu {

class KernelCheck {
 public:
  // `between` is called between runs and may throw. The request and the makers must outlive the check.
  KernelCheck(const KernelRequest& request, std::span<const NamedMaker> makers, std::function<void()> between);
  ~KernelCheck();

  // Whether the maker's kernel is the trusted one itself, or there is none to compare it with: casts, updates of many tensors at once, and ops whose
  // results are not floating point numbers.
  bool isTrusted(const NamedMaker& maker, Way way) const;
  // Empty if the maker's kernel is right; else the reason why it must not be used. `real` is the kernel for the whole request. For fewer samples the
  // library may choose another implementation; then more samples are taken, until it is the same as in `real`.
  std::string differs(const NamedMaker& maker, Way way, const Candidate& real);

 private:
  struct Part;
  Part& part(std::int64_t samples);

  const KernelRequest& request_;
  std::span<const NamedMaker> makers_;
  std::function<void()> between_;
  std::map<std::int64_t, std::unique_ptr<Part>> parts_;  // by number of samples
};

// The key under which a verdict is kept: everything the kernel depends on, except the number of samples.
std::string checkKey(const KernelRequest& request, const Candidate& candidate, const std::string& machine);

}  // namespace stepscope::cpu
