// Advice as JSON: what `advise --json` prints, and what is kept with a run (artefact "findings"), so that a report and a window can show it after the
// trace is deleted.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "profiler/advisor/advise.h"

namespace stepscope {

// [{rule, outcome: found|not_found|not_enough_data, figure, unit, sentence, cure, gain_at_most, title, culprits, switch}], worst first. gain_at_most:
// ms per step. switch: {key, from, to} if the cure is a switch. null: unknown, or none.
nlohmann::ordered_json findingsJson(const std::vector<Finding>& findings);
// Rows of the same form: {group: "what_if", rule: its key, outcome: "what_if", figure: ms per step at best, sentence, gain_at_most}.
nlohmann::ordered_json whatIfJson(const std::vector<Counterfactual>& whatIf);

// {source, times, cores, times_are_claims, sentence, emphasis, category, findings: as above, with emphasis, category, weight and cure_title,
// what_if}.
std::string adviceJson(const Advice& advice);
// No value if the text is not an advice. Missing members are empty; evidence is not stored.
std::optional<Advice> adviceOf(const std::string& json);

}  // namespace stepscope
