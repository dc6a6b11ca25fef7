#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>

#include "app/cli/commands.h"
#include "app/cli/data_output.h"
#include "app/cli/interrupt.h"
#include "app/cli/json_lines.h"
#include "app/cli/progress_bar.h"
#include "app/cli/project_arguments.h"
#include "app/cli/speech.h"
#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/base/units.h"
#include "core/data/kinds/dataset_table.h"
#include "core/models/metrics.h"
#include "core/project/configuration_patch.h"
#include "core/project/switches.h"
#include "core/report/report.h"
#include "core/train/check/learn_check.h"
#include "core/train/checkpoint/checkpoint.h"
#include "core/train/checkpoint/checkpoint_list.h"
#include "core/train/trainer.h"
#include "profiler/advisor/kept_facts.h"

namespace stepscope::cli {
namespace {

struct TrainArguments {
  std::string project, device = "cpu";
  std::vector<std::string> settings;
  RunId resume = 0, fork = 0;
  std::string checkpoint = "last";
  bool json = false, check = false;
};

std::string outputsOf(Task task, std::int64_t outputs) {
  return task == Task::Classification ? text::counted(outputs, "class", "classes")
         : task == Task::Regression   ? text::counted(outputs, "target")
                                      : text::counted(outputs, "token");
}

// Prints the events of a training, as text or as JSON Lines.
class TrainOutput {
 public:
  TrainOutput(const Project& project, bool json) : project_(project), json_(json) {}

  void operator()(const StateEvent& event) {
    if (!json_ && event.state == TrainerState::Preparing && !event.message.empty()) bar_.status(spoken("{} ...", event.message));
    if (!json_ && event.state == TrainerState::Stopping) bar_.status(spoken("saving ..."));
  }
  void operator()(const StartEvent& event) {
    task_ = &infoOf(event.task);
    run_ = event.run;
    if (json_) {
      printLine({{"event", "start"},
                 {"run", event.run},
                 {"name", event.runName},
                 {"model", event.model},
                 {"task", task_->name},
                 {"parameters", event.parameters},
                 {"predicted_peak_bytes", event.predictedPeakBytes},
                 {"train_samples", event.trainSamples},
                 {"validation_samples", event.validationSamples},
                 {"outputs", event.outputs},
                 {"dropped_samples", event.droppedSamples},
                 {"first_step", event.firstStep},
                 {"total_steps", event.totalSteps}});
    } else {
      bar_.line(spoken("{}: {}, {}, {} of {}, predicted peak memory {}", Name{event.runName}, event.model,
                       text::counted(event.parameters, "parameter"), text::counted(event.epochs, "epoch"), text::counted(event.stepsPerEpoch, "step"),
                       text::bytes(static_cast<double>(event.predictedPeakBytes))));
      bar_.line(spoken("data: {} for training, {} for validation, {}", text::counted(event.trainSamples, "sample"),
                       event.validationSamples > 0 ? text::count(event.validationSamples) : spoken("none"), outputsOf(event.task, event.outputs)));
      if (!event.dropped.empty()) bar_.line(words().sentence(event.dropped));
    }
  }
  void operator()(const StepEvent& event) {
    if (!json_) bar_.show(event);
  }
  void operator()(const EpochEvent& event) {
    if (json_) {
      Json line{{"event", "epoch"}, {"epoch", event.epoch}, {"step", event.step}};
      for (const auto& [key, value] : event.figures.entries) line[key] = key.starts_with("val_") && !event.validated() ? Json() : measured(value);
      line["lr"] = event.learningRate;
      line["samples_per_second"] = event.samplesPerSecond;
      printLine(line);
      return;
    }
    std::string validation;
    if (event.validated())
      validation = spoken("  validation loss {}  {} {}{}", text::measured(event.of("val_loss")), task_->metric.title,
                          text::measured(task_->metric, event.of(keyOf("val_", task_->metric))), event.best ? " (best)" : "");
    bar_.line(
        spoken("epoch {}: loss {}{}  {}", event.epoch, text::measured(event.of("train_loss")), validation, text::throughput(event.samplesPerSecond)));
  }
  void operator()(const MarkerEvent& event) {
    const std::string& kind = event.marker.kind;
    if (kind == "early_stop") early_ = event.marker.label;
    if (!json_ && (kind == "switch" || kind == "overflow" || kind == "rate")) bar_.line(words().sentence(event.marker.label));
  }
  void operator()(const PlanEvent&) {}
  void operator()(const SwitchesEvent&) {}
  void operator()(const SwitchRowsEvent&) {}
  void operator()(const CaptureEvent&) {}
  void operator()(const CaptureKeptEvent& event) {
    lost = event.problem ? event.problem->what() : "";  // an earlier failure is obsolete once a window is stored
    if (event.problem) bar_.line("stepscope-cli: " + words().sentence(lost));
    else timeline_ = event.file;
  }
  void operator()(const LiveEvent&) {}
  void operator()(const TrialEvent&) {}
  void operator()(const WarningEvent& event) { bar_.line("stepscope-cli: " + words().sentence(event.text)); }
  void operator()(const EndEvent& event) {
    end = event;
    task_ = &infoOf(event.task);
  }

  void finish(const EndEvent& event, const std::string& report) {
    if (json_) {
      Json line = {{"event", "end"},
                   {"run", event.run > 0 ? Json(event.run) : Json()},
                   {"status", nameOf(event.status)},
                   {"steps", event.steps},
                   {"epochs", event.epochs},
                   {"seconds", event.seconds},
                   {"saved", event.saved},
                   {keyOf("val_", task_->metric), event.validated ? measured(event.validationMetric) : Json()},
                   {keyOf("best_val_", task_->best), event.bestValidation},
                   {"val_loss", event.validated ? measured(event.validationLoss) : Json()},
                   {"samples_per_second", event.samplesPerSecond},
                   {"predicted_peak_bytes", event.predictedPeakBytes},
                   {"measured_peak_bytes", event.measuredPeakBytes},
                   {"predicted_process_bytes", event.predictedProcessBytes > 0 ? Json(event.predictedProcessBytes) : Json()},
                   {"process_peak_bytes", event.processPeakBytes > 0 ? Json(event.processPeakBytes) : Json()}};
      if (std::isfinite(event.lossScale)) {
        line["loss_scale"] = event.lossScale;
        line["skipped_steps"] = event.skippedSteps;
      }
      if (event.nothingLeft) line["nothing_left"] = true;
      if (!early_.empty()) line["stopped_early"] = early_;
      if (const EndEvent::Best& best = event.best; best.epoch > 0)
        line["watched"] = {{"metric", best.metric},
                           {"best", measured(best.value)},
                           {"best_epoch", best.epoch},
                           {"last", measured(best.last)},
                           {"restored", best.restored}};
      if (!event.message.empty()) line["message"] = event.message;
      if (!report.empty()) line["report"] = report;
      if (!timeline_.empty()) line["timeline"] = timeline_;
      printLine(line);
      return;
    }
    bar_.clear();
    if (event.run == 0 && event.status == RunStatus::Stopped) say("Stopped before a run began: nothing was trained or kept.\n");
    if (event.run == 0 || event.nothingLeft) return;
    std::string summary = spoken("{}{} after {} in {}", words().sentence(nameOf(event.status)), event.status == RunStatus::Unsaved ? "," : "",
                                 text::counted(event.steps, "step"), text::duration(event.seconds));
    if (event.validated) summary += spoken(", validation {} {}", task_->metric.title, text::measured(task_->metric, event.validationMetric));
    if (event.validated && !std::isfinite(event.validationLoss)) summary += spoken(", validation loss {}", text::measured(event.validationLoss));
    if (std::isfinite(event.bestValidation))
      summary += spoken(", best validation {} {}", task_->best.title, text::metric(task_->best, event.bestValidation));
    if (std::isfinite(event.lossScale))
      summary += spoken(", {} skipped by overflows, loss scale {}", text::counted(event.skippedSteps, "step"), text::number(event.lossScale));
    if (event.measuredPeakBytes > 0)
      summary += spoken(", the step's memory {} resident (planned {})", text::bytes(static_cast<double>(event.measuredPeakBytes)),
                        text::bytes(static_cast<double>(event.predictedPeakBytes)));
    if (event.processPeakBytes > 0 && event.predictedProcessBytes > 0)
      summary += spoken(", the process {} (predicted {})", text::bytes(static_cast<double>(event.processPeakBytes)),
                        text::bytes(static_cast<double>(event.predictedProcessBytes)));
    say("Run {} {}.\n", event.run, summary);
    if (!early_.empty()) say("It stopped early, after {}: {}.\n", text::counted(event.epochs, "epoch"), words().sentence(early_));
    if (const std::string line = bestLine(event); !line.empty()) say("{}\n", line);
    if (event.saved && event.status == RunStatus::Stopped && hasCheckpoint(project_.runDirectory(event.run), "last"))
      say("Resume it with --resume {}.\n", event.run);
    if (!report.empty()) say("Report: {}\n", Name{report});
    if (!timeline_.empty()) say("Timeline: stepscope {}\n", Name{timeline_});
    std::fflush(stdout);
  }

  std::optional<EndEvent> end;
  std::string lost;  // why the captured window could not be stored

 private:
  // A sentence about the best epoch by the watched metric, and about how the final weights compare with it; empty: nothing to report.
  std::string bestLine(const EndEvent& event) const {
    const EndEvent::Best& best = event.best;
    if (best.epoch == 0 || event.epochs == 0) return {};
    const MetricDef* def = findMetric(best.metric);
    const Metric* metric = def ? &def->metric : nullptr;
    const auto shown = [&](double value) { return metric ? text::measured(*metric, value) : text::measured(value); };
    if (best.restored && !event.saved) return {};  // its weights are not on disk; that is reported at the end
    if (best.restored && best.epoch == event.epochs)
      return spoken("Its weights are those of epoch {}, the best by {}: {}.", best.epoch, best.metric, shown(best.value));
    if (best.restored)
      return spoken("Its weights are those of epoch {}, the best by {}: {} ({} after the last epoch).", best.epoch, best.metric, shown(best.value),
                    shown(best.last));
    if (best.epoch == event.epochs || best.last == best.value) return {};
    std::string worse;
    if (std::isfinite(best.last)) {
      const double by = std::abs(best.last - best.value);
      if (metric && metric->share) worse = spoken(", {} points worse", text::number(100 * by));
      else if (best.value != 0) worse = spoken(", {} worse", text::percent(by / std::abs(best.value), 3));
    }
    const std::string line = spoken("By {} epoch {} was the best, with {}; the last weights have {}{}.", best.metric, best.epoch, shown(best.value),
                                    shown(best.last), worse);
    std::int64_t kept = 0;  // the epoch of the best checkpoint on disk; 0: none
    for (const CheckpointInfo& checkpoint : listCheckpoints(project_.runDirectory(event.run)))
      if (checkpoint.kind == "best" && checkpoint.first && checkpoint.problem.empty()) kept = checkpoint.epoch;
    if (kept <= 0) return line;
    if (kept != best.epoch) return line + spoken(" Its weights are not on disk: the checkpoint \"best\" holds those of epoch {}.", kept);
    if (project_.train.earlyStopping.restoreBest || event.status != RunStatus::Finished)
      return line + spoken(" Its checkpoint \"best\" holds those of epoch {}.", best.epoch);
    return line + spoken(" With train.early_stopping.restore_best = true a run ends with the weights of its best epoch.");
  }

  const Project& project_;
  bool json_;
  RunId run_ = 0;
  std::string timeline_;  // file of the captured window; empty: none yet
  std::string early_;     // why the run stopped early
  ProgressBar bar_;
  const TaskInfo* task_ = &infoOf(Task::Classification);
};

// Writes the report of the run and returns its path; after an error, an empty path, with the reason in `lost`.
std::string reportOf(const Project& project, RunId run, std::string& lost) {
  const std::string file = project.runDirectory(run) + "/report.html";
  std::error_code refused;
  std::filesystem::create_directories(project.runDirectory(run), refused);  // a run may fail before its folder is created
  try {
    writeReport(project.storePath(), {run}, file, words());
    return file;
  } catch (const Error& error) {
    lost = error.what();
    return {};
  }
}

// Prints which switches were set, but have no effect with the other values: for example, one excludes another, or a layout needs images.
void sayWhatIsIdle(const Project& project, const Overrides& overrides, const std::string& device) {
  const DatasetDef* data = findDataset(project.data.kind);
  const SwitchPlace place{0, data && data->samples == DatasetDef::Samples::Images, requireBackend(device).kind() == DeviceKind::Gpu};
  const Switches usual;
  for (const SwitchDef& def : switchDefs()) {
    const bool asked = std::any_of(overrides.begin(), overrides.end(), [&](const auto& o) { return o.first == "switches." + def.key; });
    const bool excluded = def.key == "autotune" && project.switches.autotune;  // on by default, and reported even if it was not set
    const bool wanted = asked || excluded || (def.key != "checkpoint_budget" && def.get(project.switches) != def.get(usual));
    const std::string why = whyIdle(def, place, project.switches);
    if (wanted && !why.empty()) say(stderr, "stepscope-cli: {} = {} changes nothing. {}\n", def.key, valueText(def, def.get(project.switches)), why);
  }
}

// Instead of training a run, checks whether the model can overfit one batch, and prints the result.
void checkOneBatch(const TrainArguments& arguments) {
  const Project project = openProject(arguments.project, overridesOf(arguments.settings));
  catchInterrupts();
  LearnCheckOptions options;
  options.cancel = &interruptFlag();
  const LearnCheck check = checkLearning(project, arguments.device, options);
  if (arguments.json) {
    Json losses = Json::array();
    for (const double loss : check.losses) losses.push_back(measured(loss));
    printLine({{"event", "check"},
               {"passed", check.passed},
               {"cancelled", check.cancelled},
               {"fall", measured(check.fall)},
               {"constant_answer", measured(check.constant)},
               {"lr", check.rate},
               {"losses", losses},
               {"sentence", check.sentence},
               {"cure", check.cure.empty() ? Json() : Json(check.cure)}});
  } else {
    say("{}\n", check.sentence);
    if (!check.cure.empty()) say("Look at: {}\n", words().sentence(check.cure));
  }
  if (!check.passed) throw Failed{};
}

void train(const TrainArguments& arguments) {
  if (arguments.check) return checkOneBatch(arguments);
  const Overrides overrides = overridesOf(arguments.settings);
  const bool goesOn = arguments.resume > 0 || arguments.fork > 0;
  const Project project = goesOn ? openProjectOfRuns(arguments.project, overrides) : openProject(arguments.project, overrides);
  TrainerOptions options;
  options.device = arguments.device;
  options.findings = captureFindings;
  if (arguments.resume > 0) options.resume = arguments.resume;
  if (arguments.fork > 0) options.fork = ForkPoint{arguments.fork, arguments.checkpoint};
  // A resumed or forked run keeps its own configuration; the changes by --set are applied to that.
  if (goesOn && !overrides.empty()) options.configurationPatch = configurationPatch(openProjectOfRuns(arguments.project), project, overrides);
  if (!goesOn) sayWhatIsIdle(project, overrides, arguments.device);
  catchInterrupts();
  if (const std::string findings = goesOn ? std::string() : findingsOf(project.data, arguments.project, &interruptFlag()); !findings.empty())
    say(stderr, "stepscope-cli: {}\n", findings);
  TrainOutput output(project, arguments.json);
  Trainer trainer(project, options);
  while (!output.end) {
    if (interrupted()) trainer.stop();
    trainer.events().wait(50);
    for (const TrainerEvent& event : trainer.events().drain()) std::visit(output, event);
  }
  trainer.join();
  for (const TrainerEvent& event : trainer.events().drain()) std::visit(output, event);
  const EndEvent end = *output.end;
  if (end.nothingLeft) {
    output.finish(end, {});
    tellError(end.message);
    throw Failed{kNothingLeft};
  }
  const std::string& findings = end.findingsLost;
  std::string report;
  output.finish(end, end.run > 0 ? reportOf(project, end.run, report) : std::string());
  // At the end, everything that could not be stored is reported, even if it was reported before.
  for (const std::string& lost : {findings, output.lost, report})
    if (!lost.empty()) tellError(lost);
  if (!end.message.empty()) tellError(end.message);
  if (end.status == RunStatus::Failed) throw Failed{};
  if (!end.saved || !findings.empty() || !output.lost.empty() || !report.empty()) throw Failed{kNotSaved};
}

}  // namespace

void addTrain(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "train", "Train a project; Ctrl+C, SIGTERM and a terminal that is closed (SIGHUP) save a checkpoint and stop, a second Ctrl+C ends at once");
  const auto arguments = std::make_shared<TrainArguments>();
  addProject(*command, arguments->project);
  addSettings(*command, arguments->settings, "Override a key of the project file: --set switches.batch_size=128; may be repeated");
  command->add_option("--device", arguments->device, "Where to compute")->capture_default_str();
  CLI::Option* resume = command->add_option("--resume", arguments->resume, "Continue this run from its last checkpoint")->check(CLI::PositiveNumber);
  CLI::Option* fork =
      command->add_option("--fork", arguments->fork, "A new run that begins with a checkpoint of this one, and its settings; --set changes some")
          ->check(CLI::PositiveNumber)
          ->excludes(resume);
  command->add_option("--checkpoint", arguments->checkpoint, "A checkpoint of the forked run: last, best, or a name that `checkpoints` lists")
      ->capture_default_str()
      ->needs(fork);
  command->add_flag("--json", arguments->json, "JSON Lines on standard output instead of a progress bar");
  command
      ->add_flag("--check", arguments->check,
                 "Only check whether it can learn: 50 steps on its first batch, nothing is saved; exit code 1 if the loss does not fall")
      ->excludes(resume)
      ->excludes(fork);
  command->callback([arguments] { train(*arguments); });
}

}  // namespace stepscope::cli
