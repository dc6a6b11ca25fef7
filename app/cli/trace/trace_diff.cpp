#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <memory>

#include "app/cli/commands.h"
#include "app/cli/json_lines.h"
#include "app/cli/project_arguments.h"
#include "app/cli/speech.h"
#include "app/cli/trace/trace_commands.h"
#include "core/base/error.h"
#include "core/base/one_line.h"
#include "core/base/units.h"
#include "core/store/run_files.h"
#include "core/store/run_store.h"
#include "profiler/analysis/diff/trace_diff.h"
#include "profiler/trace/trace_losses.h"

namespace stepscope::cli {
namespace {

constexpr std::size_t kShownRows = 15;

struct DiffArguments {
  std::vector<std::string> sides;  // two traces, or a project and the numbers of two of its runs
  std::string a, b, limit;
  bool json = false;
};

// "3%" or "3" as 0.03; throws Error (Input).
double shareOf(const std::string& limit) {
  double percent = 0;
  const char* const end = limit.data() + limit.size();
  const auto [rest, error] = std::from_chars(limit.data(), end, percent);
  if (error != std::errc() || percent < 0 || !(rest == end || std::string_view(rest) == "%"))
    throw Error(ErrorKind::Input, "--fail-over", "\"" + limit + "\" is not a percentage", "Give a percentage, as --fail-over 3%");
  return percent / 100;
}

// The trace to read: for the folder of a run the capture in it, else `path` itself.
std::string traceIn(const std::string& path) {
  std::error_code failed;
  if (!std::filesystem::is_directory(path, failed)) return path;
  const std::filesystem::path capture = captureFile(path);
  return std::filesystem::exists(capture, failed) ? capture.string() : path;
}

// The capture of the run with that number; `store` is the store of its project. Throws Error (Input).
std::string captureOf(const std::string& store, const std::string& number) {
  RunId run = 0;
  const char* const end = number.data() + number.size();
  const auto [rest, error] = std::from_chars(number.data(), end, run);
  if (error != std::errc() || rest != end || run <= 0)
    throw Error(ErrorKind::Input, number, "this is not the number of a run", "Name a project and two runs: trace diff PROJECT 3 4");
  if (!RunReader(store).run(run))
    throw Error(ErrorKind::Input, "run " + number, "there is no such run in " + store, "List the runs with: stepscope-cli runs list PROJECT");
  const std::filesystem::path capture = captureFile(runFolder(store, run));
  std::error_code failed;
  if (!std::filesystem::exists(capture, failed))
    throw Error(ErrorKind::Input, "run " + number, "no steps were captured in it", "Train a run whose [train.capture] step it reaches");
  return capture.string();
}

// Sets a and b to the compared files.
void nameSides(DiffArguments& arguments) {
  const std::vector<std::string>& sides = arguments.sides;
  if (sides.size() == 2) {
    arguments.a = traceIn(sides[0]);
    arguments.b = traceIn(sides[1]);
    return;
  }
  const std::string store = existingStore(sides[0]);
  arguments.a = captureOf(store, sides[1]);
  arguments.b = captureOf(store, sides[2]);
}

Json inMs(std::optional<double> ns) {
  return ns ? Json(*ns * 1e-6) : Json();
}

Json jsonOf(const std::vector<DiffRow>& rows) {
  Json json = Json::array();
  for (const DiffRow& row : rows) {
    Json entry{{"name", row.name},
               {"change", nameOf(row.change)},
               {"ms", {row.a * 1e-6, row.b * 1e-6}},
               {"delta_ms", row.delta() * 1e-6},
               {"calls", {row.callsA, row.callsB}},
               {"noise_ms", row.noise ? Json{row.noise->low * 1e-6, row.noise->high * 1e-6} : Json()}};
    if (row.key) {
      entry["layer"] = row.key->layer;
      entry["op"] = row.key->op;
      entry["phase"] = row.key->phase;
      entry["occurrence"] = row.key->occurrence;
    }
    json.push_back(std::move(entry));
  }
  return json;
}

// The verdict of a row, its interval, and its numbers of calls if they differ.
std::string describe(const DiffRow& row) {
  std::string text = row.change == Change::None ? std::string() : words().sentence(nameOf(row.change));
  if (row.change == Change::Slower || row.change == Change::Faster)
    text += spoken(" (99 %: {} to {})", text::milliseconds(row.noise->low * 1e-6), text::milliseconds(row.noise->high * 1e-6));
  if (row.change == Change::Unknown) text += spoken(" (no interval: too few steps, or all alike)");
  if (std::abs(row.callsA - row.callsB) > 0.01 * std::max(row.callsA, row.callsB))
    text += spoken("{}{:.4g} -> {:.4g} {}", text.empty() ? "" : ", ", row.callsA, row.callsB, row.callsB == 1 ? "call" : "calls");
  return text;
}

void print(const char* heading, const std::vector<DiffRow>& rows) {
  if (rows.empty()) return;
  say("\n{:<44} {:>11} {:>11} {:>11}\n", heading, "A", "B", "change");
  std::size_t shown = 0;
  for (const DiffRow& row : rows) {
    if (shown == kShownRows) break;
    if (row.change == Change::None && shown > 0 && row.name.empty()) continue;
    ++shown;
    say("{:<44} {:>11} {:>11} {:>11}  {}\n", row.name.empty() ? spoken("(of none)") : row.name.substr(0, 44), text::milliseconds(row.a * 1e-6),
        text::milliseconds(row.b * 1e-6),
        fmt::format("{}{}",
                    row.delta() > 0   ? "+"
                    : row.delta() < 0 ? "-"
                                      : "",
                    text::milliseconds(std::abs(row.delta()) * 1e-6)),
        Name{describe(row)});
  }
}

void diff(DiffArguments arguments) {
  nameSides(arguments);
  const double limit = arguments.limit.empty() ? 0 : shareOf(arguments.limit);
  const Trace a = openTrace(arguments.a), b = openTrace(arguments.b);
  const TraceDiff diff = diffTraces(a, b);
  if (arguments.json) {
    printLine({{"sentence", diff.sentence},
               // step_ms ends with the last work of the GPU; mean_step_ms is measured on the host, as in every other command.
               {"step_ms", {inMs(diff.stepNs[0]), inMs(diff.stepNs[1])}},
               {"mean_step_ms", {inMs(diff.hostStepNs[0]), inMs(diff.hostStepNs[1])}},
               {"steps", {diff.steps[0], diff.steps[1]}},
               {"change", nameOf(diff.step)},
               {"noise_ms", diff.stepNoise ? Json{diff.stepNoise->low * 1e-6, diff.stepNoise->high * 1e-6} : Json()},
               {"categories", jsonOf(diff.categories)},
               {"time_of_ops", diff.onGpu ? "gpu" : "host"},
               {"ops", jsonOf(diff.ops)},
               {"layers", jsonOf(diff.layers)},
               {"nodes", jsonOf(diff.nodes)},
               {"kernels", jsonOf(diff.kernels)},
               {"missing", diff.missing},
               {"lost", {lossesJson(a), lossesJson(b)}}});
  } else {
    say("{}\n", diff.sentence);
    for (const auto& [side, trace] : {std::pair("A", &a), std::pair("B", &b)})
      if (const std::string losses = lossesOf(*trace); !losses.empty()) say("note       {}: {}\n", side, withoutControls(losses));
    print("where the step's time goes", diff.categories);
    print(diff.onGpu ? "ops, time of the GPU" : "ops, time of the host", diff.ops);
    print("layers", diff.layers);
    print("kernels of the GPU", diff.kernels);
    for (const std::string& sentence : diff.missing) say("missing  {}\n", sentence);
  }
  if (arguments.limit.empty()) return;
  if (!diff.stepNs[0] || !diff.stepNs[1] || *diff.stepNs[0] <= 0)
    throw Error(ErrorKind::Input, diff.stepNs[0] ? arguments.b : arguments.a, "the trace has no training steps, so the limit cannot be judged",
                "Record with a profiler that marks steps (torch.profiler: prof.step())");
  const double slower = *diff.stepNs[1] / *diff.stepNs[0] - 1;
  // A change within the noise may be chance, so it must not fail a build.
  if (slower <= limit || diff.step == Change::None) return;
  say(stderr, "stepscope-cli: the step is {} slower, more than the limit of {}\n", text::percent(slower), text::percent(limit));
  throw Failed{};
}

}  // namespace

void addTraceDiff(CLI::App& trace) {
  const auto arguments = std::make_shared<DiffArguments>();
  CLI::App* command = trace.add_subcommand("diff", "What became slower or faster from A to B, is new or is gone");
  command
      ->add_option("TRACE", arguments->sides,
                   "Two traces, or folders of runs that captured steps; or a project and the numbers of two of its runs: PROJECT A B")
      ->required()
      ->expected(2, 3);
  command->add_flag("--json", arguments->json, "One JSON object");
  command->add_option("--fail-over", arguments->limit,
                      "Exit with 1 if the step is slower by more than this percentage and by more than the noise, such as 3%");
  command->callback([arguments] { diff(*arguments); });
}

}  // namespace stepscope::cli
