// The makers of a node's op, asked in a way that only gives kernels that may run: what cannot be made is passed over, what was never
// compared with the trusted kernel is compared first, and what differs from it is left out and named.
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

// Of all nodes of a lowering.
class Verdicts {
 public:
  // check: false where nothing runs that is lowered, so that nothing needs to be right.
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

// The candidate of this way, and nothing where the maker has none or fails: then `why` says so.
std::optional<Candidate> madeOrNothing(const NamedMaker& maker, const KernelRequest& request, Way way, std::string& why);

class CheckedMakers {
 public:
  CheckedMakers(Verdicts& verdicts, const KernelRequest& request, std::span<const NamedMaker> makers);

  std::span<const NamedMaker> all() const { return makers_; }
  // The first way of this maker whose kernel may run.
  std::optional<CheckedCandidate> make(const NamedMaker& maker);
  // The first maker's that has one. Throws Error (Input) naming op and layer, and why, where no kernel exists.
  CheckedCandidate first();
  // Of this maker, which a caller could not use after all.
  void leaveOut(const NamedMaker& maker, const std::string& why);

 private:
  bool mayRun(const NamedMaker& maker, Way way, const Candidate& candidate);

  Verdicts& verdicts_;
  const KernelRequest& request_;
  std::span<const NamedMaker> makers_;
  std::unique_ptr<KernelCheck> check_;  // made when it is first needed
  std::string refusal_;                 // the last one
};

// A copy between two layouts that gives every element its place: the library's, compared once with the copy element by element, else that.
// layer: whose operand it is, for the sentence that names a copy that is left out.
Candidate checkedCopy(Verdicts& verdicts, const Physical& from, const Physical& to, const Shape& shape, int threads, const std::string& layer);

}  // namespace stepscope::cpu
