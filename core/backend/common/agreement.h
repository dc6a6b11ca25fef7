// When two kernels of one node give the same numbers: what every kernel of a library, and every faster one of ours, is asked on the node's
// own shape before it may be used. What was found is kept with the choices of kernels, so that it is asked once.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/backend/kernel_choices.h"
#include "core/base/dtype.h"

namespace stepscope {

// How far results may lie apart.
struct AgreementBounds {
  double relative = 0;  // the size of the difference over the size of the trusted result
  double largest = 0;   // one element's difference over the typical size of the trusted result's elements; infinity: not looked at
};

// By the narrowest type of the operands: sums in another order, roundings to the type, and what minimal filtering adds.
AgreementBounds agreementBounds(DType narrowest, bool tf32 = false);

// Empty where they agree, else how they differ: a clause. What is not a number on both sides is equal.
std::string difference(std::span<const float> got, std::span<const float> trusted, const AgreementBounds& bounds);

// A verdict as tables keep it, and read again: an empty `why` is agreement. Nothing for a text that is no verdict, whoever wrote it.
std::string keptVerdict(const std::string& why);
std::optional<std::string> verdictOf(const std::string& kept);

// What may not run, for a warning: one sentence a kernel, however many layers would have taken it.
class LeftOut {
 public:
  // layer: "layer4.0.conv1"; kernel: "the kernel \"bf16\" of conv2d backward weights"; why: a clause.
  void add(const std::string& layer, const std::string& kernel, const std::string& why);
  // Without a full stop: the first layer, the kernel, why, and how many layers more.
  std::vector<std::string> sentences() const;

 private:
  struct Layers {
    std::string first, why;
    std::set<std::string> all;
  };
  std::map<std::string, Layers> kernels_;
};

// Verdicts in a table of choices.
class KernelVerdicts {
 public:
  explicit KernelVerdicts(KernelChoices& table) : table_(table) {}

  // Empty: never asked. An empty text: it agrees. Else why it does not.
  std::optional<std::string> known(const std::string& key);
  void keep(const std::string& key, const std::string& why);

 private:
  KernelChoices& table_;
};

}  // namespace stepscope
