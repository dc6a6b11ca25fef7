// Makes only kernels whose results are known to be right for a node. A kernel that cannot be made is skipped. A kernel that was never compared with
// the trusted one is compared first; if its results differ, it is left out and reported.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/backend/common/agreement.h"
#include "core/backend/cpu/tuning/kernel_check.h"

namespace stepscope::cpu {

struct CheckedCandidate {
  Candidate candidate;
  Way way = Way::Itself;
};

// The results of these comparisons, for all nodes of a lowering.
class Verdicts {
 public:
  // `check` is false if the lowered program never runs, so that no comparison is needed. `between` is called between runs of a comparison; it may
  // throw.
  Verdicts(KernelChoices& table, std::string machine, bool check, std::function<void()> between)
      : kept_(table), machine_(std::move(machine)), check_(check), between_(std::move(between)) {}

  std::vector<std::string> leftOut() const { return leftOut_.sentences(); }

 private:
  friend class CheckedMakers;
  friend Candidate checkedCopy(Verdicts&, const Physical&, const Physical&, const Shape&, int, const std::string&);
  KernelVerdicts kept_;
  LeftOut leftOut_;
  std::string machine_;
  bool check_;
  std::function<void()> between_;
};

// The maker's candidate for this way; nullopt if it has none or fails, and then `why` has the reason.
std::optional<Candidate> madeOrNothing(const NamedMaker& maker, const KernelRequest& request, Way way, std::string& why);

class CheckedMakers {
 public:
  CheckedMakers(Verdicts& verdicts, const KernelRequest& request, std::span<const NamedMaker> makers);

  std::span<const NamedMaker> all() const { return makers_; }
  // The maker's kernel for the first way in which it exists and its results are right; nullopt if there is none.
  std::optional<CheckedCandidate> make(const NamedMaker& maker);
  // The kernel of the first maker that has one. Throws Error (Input) with op, layer and reason if no kernel exists.
  CheckedCandidate first();
  // Reports that the maker's kernel is not used.
  void leaveOut(const NamedMaker& maker, const std::string& why);

 private:
  bool mayRun(const NamedMaker& maker, Way way, const Candidate& candidate);

  Verdicts& verdicts_;
  const KernelRequest& request_;
  std::span<const NamedMaker> makers_;
  std::unique_ptr<KernelCheck> check_;  // made when it is first needed
  std::string refusal_;                 // the latest reason why a maker had no kernel
};

// A copy between two layouts: the library's, if it agrees with a copy element by element (checked once); otherwise the copy element by element.
// `layer` is the layer that reads or writes the operand, for the report on a copy that is left out.
Candidate checkedCopy(Verdicts& verdicts, const Physical& from, const Physical& to, const Shape& shape, int threads, const std::string& layer);

}  // namespace stepscope::cpu
