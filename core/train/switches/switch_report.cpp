#include "core/train/switches/switch_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/error.h"

namespace stepscope {
namespace {

// The values to show: all names, or the current number with its half and its double (for 0: 1 and 2) as far as they are possible.
std::vector<std::int64_t> valuesToShow(const SwitchDef& def, std::int64_t current) {
  std::vector<std::int64_t> values;
  if (!def.choices.empty()) {
    for (std::size_t i = 0; i < def.choices.size(); ++i) values.push_back(static_cast<std::int64_t>(i));
    return values;
  }
  for (const std::int64_t value : {current / 2, current, current == 0 ? std::int64_t{1} : current * 2, current == 0 ? std::int64_t{2} : current * 2})
    if (value >= def.minimum && value <= def.maximum && (values.empty() || values.back() != value)) values.push_back(value);
  return values;
}

}  // namespace

SwitchReport reportSwitches(const Project& project, const ModelInput& input, const SwitchPlace& place, bool withValidation, const Backend& backend,
                            MeasuredTables& measured) {
  SwitchReport report;
  const Switches& now = project.switches;
  report.now = predictStep(project, input, withValidation, now, backend, measured);
  for (const SwitchDef& def : switchDefs()) {
    SwitchState state{&def, def.get(now), valueText(def, now), whyIdle(def, place, now), {}};
    for (const std::int64_t value : valuesToShow(def, state.value)) {
      SwitchValue shown{value, valueText(def, value), value == state.value, whyRefused(def, place, now, value), false, {}};
      Switches with = now;
      def.set(with, value);
      if (shown.refusal.empty()) {
        try {
          // Another number of loader workers changes the number of compute threads.
          const bool same = !changesProgram(now, with) && with.accumulation == now.accumulation && with.numWorkers == now.numWorkers;
          shown.prediction = same ? report.now : predictStep(project, input, withValidation, with, backend, measured);
          shown.predicted = true;
        } catch (const Error& error) {
          shown.refusal = error.what();
        }
      }
      state.values.push_back(std::move(shown));
    }
    report.switches.push_back(std::move(state));
  }
  return report;
}

std::string differences(const ProgramFacts& after, const ProgramFacts& before) {
  std::string text;
  const auto add = [&](std::int64_t difference, const char* one, const char* many) {
    if (difference == 0) return;
    if (!text.empty()) text += ", ";
    text += fmt::format("{:+} {}", difference, std::abs(difference) == 1 ? one : many);
  };
  add(after.nodes - before.nodes, "node", "nodes");
  add(after.casts - before.casts, "cast", "casts");
  add(after.reorders - before.reorders, "reorder", "reorders");
  add(after.recomputed - before.recomputed, "recomputed", "recomputed");
  const auto rate = [&](std::int64_t a, std::int64_t b, const char* what) {
    if (b <= 0 || a == b) return;
    const double percent = (static_cast<double>(a) / static_cast<double>(b) - 1) * 100;
    if (std::abs(percent) < 0.5) return;
    if (!text.empty()) text += ", ";
    text += fmt::format("{:+.0f} % {}", percent, what);
  };
  rate(after.flops, before.flops, "FLOPs");
  rate(after.bytesMoved, before.bytesMoved, "bytes moved");
  rate(after.activationBytes, before.activationBytes, "activation memory");
  return text;
}

std::vector<std::string> notesOf(const SwitchDef& def, const std::vector<PassReport>& reports) {
  std::vector<std::string> notes;
  for (const PassReport& report : reports)
    if (std::find(def.passes.begin(), def.passes.end(), report.pass) != def.passes.end())
      notes.insert(notes.end(), report.notes.begin(), report.notes.end());
  return notes;
}

std::vector<std::string> newNotes(const std::vector<PassReport>& before, const std::vector<PassReport>& after) {
  std::set<std::string> known;
  for (const PassReport& report : before)
    for (const std::string& note : report.notes) known.insert(report.pass + ": " + note);
  std::vector<std::string> notes;
  for (const PassReport& report : after)
    for (const std::string& note : report.notes)
      if (const std::string text = report.pass + ": " + note; !known.contains(text)) notes.push_back(text);
  return notes;
}

}  // namespace stepscope
