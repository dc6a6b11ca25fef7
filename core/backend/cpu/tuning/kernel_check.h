// Whether a kernel gives what the trusted kernel of its op gives in f32: both run once on a few samples of the node, on the same numbers,
// before a program is made of either. The trusted one is the f32 kernel of an op's last maker, on whole operands: ours, and held against the
// interpreter by the tests of the op table. The same question has the same answer in every process: the numbers are Philox of fixed seeds.
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
  // between: called between runs; it may throw. The request and the makers must outlive the check.
  KernelCheck(const KernelRequest& request, std::span<const NamedMaker> makers, std::function<void()> between);
  ~KernelCheck();

  // Whether the maker's kernel is the trusted one itself, or there is nothing that it could be held against: casts, the updates of many
  // tensors at once, what makes no floating point numbers.
  bool isTrusted(const NamedMaker& maker, Way way) const;
  // Empty where the maker's kernel agrees; else why it may not be used. `real` is the kernel for the whole request: it is the same
  // kernel of the library that is tried, on as many samples as that takes.
  std::string differs(const NamedMaker& maker, Way way, const Candidate& real);

 private:
  struct Part;
  Part& part(std::int64_t samples);

  const KernelRequest& request_;
  std::span<const NamedMaker> makers_;
  std::function<void()> between_;
  std::map<std::int64_t, std::unique_ptr<Part>> parts_;  // by number of samples
};

// The request and the kernel, as a key under which a verdict is kept: everything that the kernel depends on but the number of samples.
std::string checkKey(const KernelRequest& request, const Candidate& candidate, const std::string& machine);

}  // namespace stepscope::cpu
