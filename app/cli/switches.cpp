#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/json_lines.h"
#include "app/cli/project_arguments.h"
#include "app/cli/speech.h"
#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/base/units.h"
#include "core/train/prediction/kernel_cache.h"
#include "core/train/steps/task_metrics.h"
#include "core/train/switches/switch_report.h"

namespace stepscope::cli {
namespace {

struct SwitchesArguments {
  std::string project, device = "cpu";
  std::vector<std::string> settings;
  bool json = false;
};

Json jsonOf(const StepPrediction& p) {
  return {{"threads", p.threads},
          {"peak_bytes", p.peakBytes},
          {"state_bytes", p.stateBytes},
          {"step_ms", p.time.ms > 0 ? Json(p.time.ms) : Json()},
          {"estimated_share", p.time.ms > 0 ? Json(p.time.estimatedShare()) : Json()},
          {"provisional_share", p.time.ms > 0 ? Json(p.time.provisionalMs / p.time.ms) : Json()},
          {"plan_ms", p.planMs},
          {"nodes", p.facts.nodes},
          {"casts", p.facts.casts},
          {"reorders", p.facts.reorders},
          {"recomputed", p.facts.recomputed},
          {"flops", p.facts.flops},
          {"bytes_moved", p.facts.bytesMoved},
          {"tensor_bytes", p.facts.tensorBytes},
          {"activation_bytes", p.facts.activationBytes}};
}

Json passesOf(const std::vector<PassReport>& reports) {
  Json passes = Json::array();
  for (const PassReport& report : reports)
    passes.push_back({{"pass", report.pass},
                      {"nodes_added", report.nodesAdded},
                      {"nodes_removed", report.nodesRemoved},
                      {"bytes_before", report.bytesBefore},
                      {"bytes_after", report.bytesAfter},
                      {"notes", report.notes}});
  return passes;
}

Json jsonOf(const SwitchState& state, const StepPrediction& now) {
  const SwitchDef& def = *state.def;
  Json json{{"key", def.key}, {"title", def.title}, {"kind", describe(def.kind)}, {"help", def.help}, {"value", state.text}};
  if (def.choices.empty()) {
    json["minimum"] = def.minimum;
    json["maximum"] = def.maximum;
    if (!def.unit.empty()) json["unit"] = def.unit;
  } else {
    json["choices"] = def.choices;
  }
  json["has_no_effect"] = state.idleness.empty() ? Json() : Json(state.idleness);
  Json values = Json::array();
  for (const SwitchValue& value : state.values) {
    Json one{{"value", value.text}, {"current", value.current}, {"available", value.refusal.empty()}};
    if (!value.refusal.empty()) one["why_not"] = value.refusal;
    if (value.predicted) {
      one["predicted"] = jsonOf(value.prediction);
      one["changes"] = newNotes(now.reports, value.prediction.reports);
    }
    values.push_back(std::move(one));
  }
  json["values"] = std::move(values);
  return json;
}

std::string change(double after, double before) {
  if (!(before > 0) || std::abs(after / before - 1) < 0.005) return {};
  return fmt::format(" ({:+.0f} %)", (after / before - 1) * 100);
}

std::string inWords(const StepPrediction& p, const StepPrediction* before) {
  std::string text = spoken("peak {}", text::bytes(static_cast<double>(p.peakBytes)));
  if (before) text += change(static_cast<double>(p.peakBytes), static_cast<double>(before->peakBytes));
  if (p.time.ms > 0) {
    text += spoken(", step {}", text::milliseconds(p.time.ms));
    if (before) text += change(p.time.ms, before->time.ms);
    if (before && p.threads != before->threads) text += spoken(" on {}", text::counted(p.threads, "compute thread"));
    if (p.time.estimatedShare() > 0.005) text += spoken(", {} of it estimated", text::percent(p.time.estimatedShare()));
  }
  return text;
}

// The values that a switch can have, as text: "off, bf16, fp16", "1 to 65536".
std::string possibleValues(const SwitchDef& def) {
  return def.choices.empty() ? spoken("{} to {}", def.minimum, def.maximum) : fmt::format("{}", fmt::join(def.choices, ", "));
}

void print(const Project& project, const SwitchReport& report, const Backend& backend) {
  const DeviceInfo device = backend.device();
  say("{} on {}, {}\n", Name{project.name.empty() ? project.file : project.name}, text::counted(device.cores, "core"), device.isa);
  say("With the current switches: {}; planned in {}\n", inWords(report.now, nullptr), text::milliseconds(report.now.planMs));
  const StepTime& time = report.now.time;
  if (time.ms > 0 && time.estimatedShare() > 0.5)
    say("{}\n", time.provisionalMs > 0.5 * time.estimatedMs
                    ? "Most of the time was measured while other programs held the cores: train for a moment when they do not."
                    : "Most of the time is estimated: train the project for a moment, and the kernels of its layers are timed.");
  for (const SwitchState& state : report.switches) {
    const SwitchDef& def = *state.def;
    say("\n{} = {}  ({}{}; {})\n", def.key, def.unit.empty() ? state.text : state.text + ' ' + def.unit, possibleValues(def),
        def.texts.empty() ? std::string() : spoken(", or {}", words().sentence(def.texts)), words().sentence(describe(def.kind)));
    if (!state.idleness.empty()) {
      say("  no effect here: {}\n", state.idleness);
      continue;
    }
    for (const SwitchValue& value : state.values) {
      if (!value.refusal.empty()) {
        say("  {:<9} not here: {}\n", value.text, value.refusal);
      } else if (value.current) {
        say("  {:<9} as it is\n", value.text);
        for (const std::string& note : notesOf(def, report.now.reports)) say("  {:<9} {}\n", "", note);
      } else {
        say("  {:<9} {}\n", value.text, Name{inWords(value.prediction, &report.now)});
        if (const std::string how = differences(value.prediction.facts, report.now.facts); !how.empty()) say("  {:<9} {}\n", "", how);
        for (const std::string& note : newNotes(report.now.reports, value.prediction.reports)) say("  {:<9} {}\n", "", note);
      }
    }
  }
}

void switches(const SwitchesArguments& arguments) {
  const Project project = openProject(arguments.project, overridesOf(arguments.settings));
  const Backend& backend = requireBackend(arguments.device);
  const DataSplits data = openData(project.data);
  const ModelInput input = modelInputOf(data.train->info());
  const SwitchPlace place{data.train->size(), input.sample.size() == 3, backend.kind() == DeviceKind::Gpu};
  std::string said;
  loadKernelCache(backend, &said);
  if (!said.empty()) say(stderr, "stepscope-cli: {}\n", said);
  MeasuredTables measured = loadMeasured(backend, computeThreads(project, backend), true);
  const SwitchReport report = reportSwitches(project, input, place, data.validation != nullptr, backend, measured);
  if (!arguments.json) return print(project, report, backend);
  Json states = Json::array();
  for (const SwitchState& state : report.switches) states.push_back(jsonOf(state, report.now));
  printLine({{"project", project.name}, {"now", jsonOf(report.now)}, {"passes", passesOf(report.now.reports)}, {"switches", states}});
}

}  // namespace

void addSwitches(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("switches", "Every switch of a project: its value, the possible values and the effect of each; nothing is trained");
  const auto arguments = std::make_shared<SwitchesArguments>();
  addProject(*command, arguments->project);
  addSettings(*command, arguments->settings, "Change a key of the project first: --set switches.amp=bf16; may be repeated");
  command->add_option("--device", arguments->device, "The device to train on")->capture_default_str();
  command->add_flag("--json", arguments->json, "One JSON object");
  command->callback([arguments] { switches(*arguments); });
}

}  // namespace stepscope::cli
