// Checks whether two kernels of one node give the same numbers: required for every kernel of a library, and for every faster one of ours, on the
// node's own shape before it may be used. The verdict is stored with the choices of kernels, so that it is checked once.
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

// How far results may differ.
struct AgreementBounds {
  double relative = 0;  // the size of the difference over the size of the trusted result
  double largest = 0;   // one element's difference over the typical size of the trusted result's elements; infinity: not checked
};

// By the narrowest type of the operands: allows for sums in another order, rounding to the type, and the errors of minimal filtering.
AgreementBounds agreementBounds(DType narrowest, bool tf32 = false);

// Empty if they agree, else a clause that says how they differ. NaN on both sides counts as equal.
std::string difference(std::span<const float> got, std::span<const float> trusted, const AgreementBounds& bounds);

// Converts a verdict to its text in tables and back: an empty `why` means agreement. Nothing for any other text.
std::string keptVerdict(const std::string& why);
std::optional<std::string> verdictOf(const std::string& kept);

// Kernels that must not run, for a warning: one sentence per kernel, for any number of layers.
class LeftOut {
 public:
  // layer: "layer4.0.conv1"; kernel: "the kernel \"bf16\" of conv2d backward weights"; why: a clause.
  void add(const std::string& layer, const std::string& kernel, const std::string& why);
  // Without a full stop: the first layer, the kernel, the reason, and the number of other layers.
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

  // Nothing: not checked yet. An empty text: it agrees. Else the reason why it does not.
  std::optional<std::string> known(const std::string& key);
  void keep(const std::string& key, const std::string& why);

 private:
  KernelChoices& table_;
};

}  // namespace stepscope
