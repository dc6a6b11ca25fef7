// Advice as JSON: what `advise --json` prints, and what is kept with a run (artefact "findings"), so that a report and a window can show
// it when the trace is gone.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "profiler/advisor/advise.h"

namespace stepscope {

// [{rule, outcome: found|not_found|not_enough_data, figure, unit, sentence, cure, gain_at_most, title, switch}], worst first. gain_at_most:
// ms of a step. switch: {key, from, to} where the cure is one. null: unknown, or none.
nlohmann::ordered_json findingsJson(const std::vector<Finding>& findings);
// Rows of the same form: {group: "what_if", rule: its key, outcome: "what_if", figure: ms a step at best, sentence, gain_at_most}.
nlohmann::ordered_json whatIfJson(const std::vector<Counterfactual>& whatIf);

// {source, times, cores, sentence, emphasis, category, findings: the same with weight}.
std::string adviceJson(const Advice& advice);
// Nothing for a text that is no advice. What is missing in it is empty; evidence is not kept.
std::optional<Advice> adviceOf(const std::string& json);

}  // namespace stepscope
