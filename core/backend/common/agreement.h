// Checks whether two kernels of one node give the same numbers. Every library kernel, and every faster kernel of ours, must pass this check on the
// node's own shape before it may be used. The verdict is stored with the choices of kernels, so that each kernel is checked once.
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
  double relative = 0;  // L2 norm of the difference / L2 norm of the trusted result
  double largest = 0;   // largest difference of an element / root mean square of the trusted result; infinity: not checked
};

// The bounds for the narrowest type of the operands. They allow for sums in another order, rounding to the type, and the errors of minimal filtering.
AgreementBounds agreementBounds(DType narrowest, bool tf32 = false);

// Empty if the results agree, else a clause that says how they differ. NaN, or the same infinity, on both sides counts as equal.
std::string difference(std::span<const float> got, std::span<const float> trusted, const AgreementBounds& bounds);

// Convert a verdict to its text in tables and back. An empty `why` means that the kernels agree. verdictOf() returns nullopt if `kept` is not a
// verdict.
std::string keptVerdict(const std::string& why);
std::optional<std::string> verdictOf(const std::string& kept);

// Collects kernels that must not run, for a warning with one sentence per kernel, however many layers it concerns.
class LeftOut {
 public:
  // Examples: `layer` "layer4.0.conv1", `kernel` "the kernel \"bf16\" of conv2d backward weights"; `why` is a clause.
  void add(const std::string& layer, const std::string& kernel, const std::string& why);
  // Each has the first layer, the kernel, the reason and the number of other layers, without a full stop.
  std::vector<std::string> sentences() const;

 private:
  struct Layers {
    std::string first, why;
    std::set<std::string> all;
  };
  std::map<std::string, Layers> kernels_;
};

// The verdicts that are stored in a table of choices.
class KernelVerdicts {
 public:
  explicit KernelVerdicts(KernelChoices& table) : table_(table) {}

  // Nullopt: not checked yet. An empty text: the kernel agrees. Otherwise the reason why it does not.
  std::optional<std::string> known(const std::string& key);
  void keep(const std::string& key, const std::string& why);

 private:
  KernelChoices& table_;
};

}  // namespace stepscope
