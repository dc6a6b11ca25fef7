#include "core/train/run/resume_point.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/units.h"
#include "core/graph/optimizer.h"
#include "core/project/configuration_patch.h"
#include "core/store/run_origin.h"
#include "core/train/checkpoint/checkpoint_list.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/record/sample_record.h"

namespace stepscope {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kFirstAfter = 5 * kSecond;  // soon, so that a run killed early can be resumed
constexpr std::int64_t kSaveEvery = 30 * kSecond;
constexpr const char *kMetricSum = "metric_sum", *kGatheredMetricSum = "accumulation.metric_sum";
constexpr const char* kMonitorData = "monitor.data";  // in a checkpoint: the fingerprint of the validation data

// Whether the data match a stored fingerprint. One of an older version may be the beginning of the present one.
bool isSameData(const std::string& kept, const std::string& now) {
  return kept == now || now.starts_with(kept + ':');
}

// The configuration of a run, with its paths corrected if the project was moved.
Project configurationToResume(const Checkpoint& checkpoint, const Project& opened, const std::string& patch) {
  Project project;
  try {
    project = projectFromJson(patch.empty() ? checkpoint.configuration : patched(checkpoint.configuration, patch));
  } catch (const nlohmann::json::exception&) {
    throw Error(ErrorKind::Input, opened.file, "the configuration kept with the run cannot be read or changed as asked",
                "Start a new run instead of resuming this one");
  }
  project.file = opened.file;
  project.directory = opened.directory;
  std::error_code ignored;
  if (!std::filesystem::exists(project.data.path, ignored) && std::filesystem::exists(opened.data.path, ignored))
    project.data.path = opened.data.path;
  return project;
}

// The first tensor with a value that is not finite; empty: all values are finite.
std::string brokenTensor(const std::vector<SafeTensor>& tensors) {
  for (const SafeTensor& tensor : tensors) {
    if (tensor.dtype != DType::F32) continue;
    for (std::size_t at = 0; at + sizeof(float) <= tensor.data.size(); at += sizeof(float)) {
      float value = 0;
      std::memcpy(&value, tensor.data.data() + at, sizeof value);
      if (!std::isfinite(value)) return tensor.name;
    }
  }
  return {};
}

// Throws if the weights are not finite, and suggests the first good checkpoint of the run.
void requireSound(const Checkpoint& checkpoint, const std::string& directory, RunId run, const std::string& project) {
  const std::string broken = brokenTensor(checkpoint.model);
  if (broken.empty()) return;
  std::string cure = "Train a new run, with a lower train.optimizer.learning_rate or a train.clip.norm";
  for (const CheckpointInfo& info : listCheckpoints(directory)) {
    if (!info.problem.empty() || info.step == checkpoint.step) continue;
    try {
      if (!brokenTensor(loadCheckpointAt(info.path).model).empty()) continue;
    } catch (const Error&) {
      continue;
    }
    cure = fmt::format(
        "Begin a new run with an earlier checkpoint, and a lower learning rate: stepscope-cli train {} --fork {} --checkpoint {} "
        "--set train.optimizer.learning_rate=...",
        project, run, info.name);
    break;
  }
  throw Error(ErrorKind::Input, fmt::format("run {}", run),
              fmt::format("its checkpoint of step {} holds values that are not numbers in {}", checkpoint.step, broken), cure);
}

}  // namespace

std::optional<Checkpoint> ResumePoint::open(RunId id) {
  recorder_.openStore();
  const std::optional<RunInfo> found = RunReader(state_.project.storePath()).run(id);
  const std::string where = "run " + std::to_string(id);
  if (!found)
    throw Error(ErrorKind::Input, where, "there is no such run in " + state_.project.storePath(), "List the runs with: stepscope-cli runs list");
  // Opening the store marked runs of dead processes, so a run that is still marked as running is alive.
  if (found->status == RunStatus::Running)
    throw Error(ErrorKind::Busy, where, "it is being trained by another process", "Wait for that one to end, or stop it first");
  recorder_.run() = *found;
  const std::string directory = state_.project.runDirectory(id);
  removeTemporaries(directory);
  Checkpoint checkpoint;
  const bool any = hasCheckpoint(directory, "last") || hasCheckpoint(directory, "best");
  if (any) {
    try {
      std::string fallback;
      checkpoint = loadCheckpoint(directory, "last", &fallback);
      if (!fallback.empty()) recorder_.warn(fallback);
    } catch (const Error& damaged) {
      if (!hasCheckpoint(directory, "best")) throw;
      const bool none = !hasCheckpoint(directory, "last");  // for example because the disk was full: then nothing is damaged
      checkpoint = loadCheckpoint(directory, "best");
      recorder_.warn((none ? "Run " + std::to_string(id) + " has no last checkpoint." : damaged.where() + ": " + damaged.happened() + ".") +
                     " It goes on from its best checkpoint, step " + std::to_string(checkpoint.step) + ".");
    }
  } else if (const auto origin = originOf(found->configuration)) {
    // A fork that died before its first checkpoint starts again from the same checkpoint.
    checkpoint = loadFork(origin->run, origin->checkpoint, origin->name);
    checkpoint.configuration = found->configuration;
    recorder_.warn("Run " + std::to_string(id) + " has no checkpoint yet, so it begins again from " + describe(*origin) + ".");
  } else {
    // It died before its first checkpoint: nothing is lost by starting again with the same configuration.
    checkpoint.configuration = found->configuration;
    recorder_.warn("Run " + std::to_string(id) + " has no checkpoint yet, so it begins again from its first step.");
  }
  requireSound(checkpoint, directory, id, state_.project.file);
  change(checkpoint, "run " + std::to_string(id));
  if (!any && checkpoint.model.empty()) return std::nullopt;
  return checkpoint;
}

// Takes over the configuration with the changes of the user. Throws if they would need another optimizer state than the checkpoint has.
void ResumePoint::change(const Checkpoint& checkpoint, const std::string& of) {
  const Project before = configurationToResume(checkpoint, state_.project, {});
  state_.project = configurationToResume(checkpoint, state_.project, state_.setup.options.configurationPatch);
  const auto &was = before.train.optimizer, &is = state_.project.train.optimizer;
  if (checkpoint.model.empty() || was.kind == is.kind) return;
  const std::string name(optimizerDef(was.kind).name);
  throw Error(ErrorKind::Input, "train.optimizer.name",
              of + " was trained with " + name + ", whose state of every weight does not fit " + std::string(optimizerDef(is.kind).name),
              "Keep train.optimizer.name = \"" + name + "\"; its learning rate and other settings can be changed");
}

Checkpoint ResumePoint::loadFork(RunId run, const std::string& name, const std::string& runName) {
  const std::string directory = state_.project.runDirectory(run);
  std::string fallback;
  Checkpoint checkpoint =
      name == "last" || name == "best" ? loadCheckpoint(directory, name, &fallback) : loadCheckpointAt(findCheckpoint(directory, name, runName).path);
  if (!fallback.empty()) recorder_.warn(fallback);
  requireSound(checkpoint, directory, run, state_.project.file);
  // A fork has its own validations, and therefore its own best values.
  checkpoint.best = std::numeric_limits<double>::quiet_NaN();
  checkpoint.numbers.erase("monitor.best");
  checkpoint.numbers.erase("monitor.best_epoch");
  return checkpoint;
}

Checkpoint ResumePoint::openFork(const ForkPoint& from) {
  recorder_.openStore();
  const std::optional<RunInfo> found = RunReader(state_.project.storePath()).run(from.run);
  if (!found)
    throw Error(ErrorKind::Input, "run " + std::to_string(from.run), "there is no such run in " + state_.project.storePath(),
                "List the runs with: stepscope-cli runs list");
  Checkpoint checkpoint = loadFork(from.run, from.checkpoint, found->name);
  RunOrigin origin{from.run, found->name, from.checkpoint, checkpoint.step};
  // "last" and "best" will soon be other checkpoints, so the name of the present one is stored.
  if (from.checkpoint == "last" || from.checkpoint == "best")
    for (const CheckpointInfo& info : listCheckpoints(state_.project.runDirectory(from.run)))
      if (info.kind == from.checkpoint && info.step == checkpoint.step) {
        origin.checkpoint = info.name;
        break;
      }
  change(checkpoint, found->name);
  if (checkpoint.epoch >= state_.project.train.epochs)
    throw Error(ErrorKind::Input, "train.epochs",
                fmt::format(fmt::runtime(checkpoint.epoch == 1 ? "{} is at the end of its {} epoch in this checkpoint, and the fork would train {}"
                                                               : "{} is at the end of its {} epochs in this checkpoint, and the fork would train {}"),
                            found->name, checkpoint.epoch, state_.project.train.epochs),
                "Give the fork more epochs: --set train.epochs=" + std::to_string(2 * checkpoint.epoch));
  if (!state_.setup.options.configurationPatch.empty()) checkpoint.numbers.erase("early_stopping.bad");  // changed settings get a new chance
  recorder_.forkedFrom(origin);
  return checkpoint;
}

// The fingerprint of the validation data; empty if there are none.
std::string ResumePoint::validationData() const {
  return state_.setup.data.validation ? state_.setup.data.validation->fingerprint() : std::string();
}

bool ResumePoint::isOfOtherData(const Checkpoint& checkpoint) const {
  const auto found = checkpoint.texts.find(kMonitorData);
  const std::string now = validationData();
  return found != checkpoint.texts.end() && !found->second.empty() && !now.empty() && !isSameData(found->second, now);
}

std::string ResumePoint::restoreWatch(MetricWatch& watch, const Checkpoint& checkpoint) const {
  const bool validated = state_.setup.data.validation != nullptr;
  watch = MetricWatch(state_.project.train, monitorOf(state_.project.train, validated));
  const std::string other =
      watch.restore(checkpoint.numbers, checkpoint.texts, monitorOf(projectFromJson(checkpoint.configuration).train, validated));
  if (isOfOtherData(checkpoint)) watch.startAnew();
  return other;
}

void ResumePoint::checkSomethingLeft(const Checkpoint& checkpoint) {
  const RunInfo& run = recorder_.run();
  const std::string goOn = fmt::format("--resume {} --set ", run.id);
  const std::int64_t epochs = state_.project.train.epochs;
  const bool finished = run.status == RunStatus::Finished && checkpoint.sampleInEpoch == 0;
  // A run that was killed after its last step is ended properly; a run that should end before its present step has nothing to do.
  const bool beyond = checkpoint.epoch > epochs || (checkpoint.epoch == epochs && checkpoint.sampleInEpoch > 0);
  if (beyond || (finished && checkpoint.epoch >= epochs))
    throw NothingLeft(fmt::format("There is nothing left to do: {} has trained {} of {} epochs. Give it more: {}train.epochs={}", run.name,
                                  checkpoint.epoch, epochs, goOn, 2 * checkpoint.epoch));
  if (!finished) return;
  MetricWatch watch;
  restoreWatch(watch, checkpoint);
  if (!watch.stopped()) return;
  throw NothingLeft(
      fmt::format("There is nothing left to do: {} stopped early after epoch {}, {} had not improved within a patience of {}. Let it wait longer: "
                  "{}train.early_stopping.patience={}, or 0 for all its epochs",
                  run.name, checkpoint.epoch, watch.monitor().metric, watch.epochsWithoutImprovement(), goOn, 2 * watch.epochsWithoutImprovement()));
}

void ResumePoint::restore(const Checkpoint& checkpoint) {
  Progress& progress = state_.progress;
  progress.step = checkpoint.step;
  progress.epoch = checkpoint.epoch;
  progress.sampleInEpoch = checkpoint.sampleInEpoch;
  progress.seconds = checkpoint.seconds;
  progress.epochLossSum = checkpoint.epochLossSum;
  progress.epochMetricSums = state_.setup.metrics.sumsOf(checkpoint.epochMetricSum, checkpoint.numbers, kMetricSum);
  progress.epochSamples = checkpoint.epochSamples;
  if (std::isfinite(checkpoint.best)) progress.best = checkpoint.best;  // older versions accepted an infinite value
  if (const auto skipped = checkpoint.numbers.find("grad_scaler.skipped_steps"); skipped != checkpoint.numbers.end())
    progress.skippedSteps = static_cast<std::int64_t>(skipped->second);
  progress.sampleInEpoch = std::min(progress.sampleInEpoch, state_.setup.data.train->size());
  restoreGathered(checkpoint);
  const std::string data = state_.project.data.path.empty() ? "data.kind = " + state_.project.data.kind : state_.project.data.path;
  if (!checkpoint.dataFingerprint.empty() && !isSameData(checkpoint.dataFingerprint, state_.setup.data.train->fingerprint()))
    recorder_.warn(data + ": the data is not what it was when the checkpoint was made, so the losses will not be those of an unbroken run.");
  if (checkpoint.seed != state_.project.train.seed)
    recorder_.warn(
        fmt::format("train.seed: the run began with {}. From here on the order of the data and what is drawn at random are those of {}, so the "
                    "losses will not be those of an unbroken run.",
                    checkpoint.seed, state_.project.train.seed));
  if (isOfOtherData(checkpoint)) {
    progress.best = std::numeric_limits<double>::quiet_NaN();
    recorder_.warn(data +
                   ": the validation data is not what it was when the checkpoint was made. The best value and the epochs without an improvement are "
                   "counted anew.");
  }
  if (const std::string other = restoreWatch(state_.metricWatch, checkpoint); !other.empty())
    recorder_.warn(
        fmt::format("train.monitor: {} is watched from here on, instead of {}. Its best value and the epochs without an improvement are "
                    "counted anew.",
                    state_.metricWatch.monitor().metric, other));
  if (recorder_.origin() && state_.metricWatch.stopped()) state_.metricWatch.forgive();  // a fork of a run that stopped early has its own patience
}

// A run that was stopped between the batches of a step continues with the accumulated gradients, unless it does not accumulate any more.
void ResumePoint::restoreGathered(const Checkpoint& checkpoint) {
  const auto number = [&](const char* key) {
    const auto found = checkpoint.numbers.find(key);
    return found == checkpoint.numbers.end() ? 0.0 : found->second;
  };
  const auto batches = static_cast<std::int64_t>(number("accumulation.batches"));
  if (batches == 0) return;
  if (state_.project.switches.accumulation <= 1) {
    recorder_.warn("The run was stopped after " + std::to_string(batches) +
                   " batches of a step and now updates after every batch: their gradients are dropped, and training goes on with the next "
                   "batch.");
    return;
  }
  Progress& progress = state_.progress;
  progress.gathered = batches;
  progress.gatheredSamples = static_cast<std::int64_t>(number("accumulation.samples"));
  progress.gatheredWeight = number("accumulation.weight");
  progress.gatheredLossSum = number("accumulation.loss_sum");
  progress.gatheredMetricSums = state_.setup.metrics.sumsOf(number(kGatheredMetricSum), checkpoint.numbers, kGatheredMetricSum);
}

void ResumePoint::begin() {
  const CheckpointSpec& spec = state_.project.train.checkpoints;
  const CheckpointsKept kept{static_cast<std::size_t>(spec.keepLast), static_cast<std::size_t>(spec.keepBest)};
  const std::string directory = state_.project.runDirectory(recorder_.run().id);
  const std::string validation = validationData();
  for (const CheckpointInfo& info : listCheckpoints(directory)) {
    if (info.kind != "best" || info.step > state_.progress.step) continue;
    if (!validation.empty() && !info.score.data.empty() && info.score.data != validation) continue;
    if (info.score.known()) kept_.push_back(info.score);
    else keptUnknown_ = true;
  }
  std::sort(kept_.begin(), kept_.end(), [](const CheckpointScore& a, const CheckpointScore& b) { return a.isBetter(b); });
  writer_ = std::make_unique<CheckpointWriter>(directory, kept, [store = recorder_.sharedStore()] {
    // The metrics are written first: if the process died with a checkpoint that is ahead of them, the curves would have a gap.
    try {
      store->flush();
    } catch (const Error&) {  // the trainer asks the store itself for the error
    }
  });
  nextSave_ = nowNs() + kFirstAfter;
}

Checkpoint ResumePoint::takeSnapshot() const {
  const Progress& progress = state_.progress;
  ProgramState program = readState(*state_.program.train);
  Checkpoint checkpoint;
  checkpoint.model = std::move(program.model);
  checkpoint.optimizer = std::move(program.optimizer);
  checkpoint.step = progress.step;
  checkpoint.epoch = progress.epoch;
  checkpoint.sampleInEpoch = progress.sampleInEpoch;
  checkpoint.seconds = progress.seconds;
  checkpoint.epochLossSum = progress.epochLossSum;
  checkpoint.epochMetricSum = state_.setup.metrics.keep(progress.epochMetricSums, checkpoint.numbers, kMetricSum);
  checkpoint.epochSamples = progress.epochSamples;
  checkpoint.best = progress.best;
  if (progress.step == scoredStep_ && progress.gathered == 0 && progress.sampleInEpoch == 0) checkpoint.score = score_;
  if (progress.gathered > 0) {
    checkpoint.numbers["accumulation.batches"] = static_cast<double>(progress.gathered);
    checkpoint.numbers["accumulation.samples"] = static_cast<double>(progress.gatheredSamples);
    checkpoint.numbers["accumulation.weight"] = progress.gatheredWeight;
    checkpoint.numbers["accumulation.loss_sum"] = progress.gatheredLossSum;
    checkpoint.numbers[kGatheredMetricSum] = state_.setup.metrics.keep(progress.gatheredMetricSums, checkpoint.numbers, kGatheredMetricSum);
  } else {
    // Between two steps the mean of the gradients is not needed any more.
    std::erase_if(checkpoint.optimizer, [](const SafeTensor& tensor) { return tensor.name.ends_with(kGradientSuffix); });
  }
  state_.metricWatch.save(checkpoint.numbers, checkpoint.texts);
  if (const std::string validation = validationData(); !validation.empty()) checkpoint.texts[kMonitorData] = validation;
  checkpoint.texts[kSampleRecord] = sampleRecord(state_.setup.data.train->info());
  checkpoint.numbers["grad_scaler.skipped_steps"] = static_cast<double>(progress.skippedSteps);
  checkpoint.seed = state_.project.train.seed;
  checkpoint.threads = state_.threads;
  checkpoint.kernelChoices = state_.choices.usedEntries();
  checkpoint.configuration = toJson(state_.project);
  checkpoint.dataFingerprint = state_.setup.data.train->fingerprint();
  return checkpoint;
}

// Everything in a snapshot that can differ although the weights are those of the same step, as a text.
std::string ResumePoint::stateNow() const {
  const Progress& progress = state_.progress;
  std::map<std::string, double> numbers;
  std::map<std::string, std::string> texts;
  state_.metricWatch.save(numbers, texts);
  std::string state = fmt::format("{} {} {} {} {} {} {} {}", progress.step, progress.epoch, progress.sampleInEpoch, progress.gathered,
                                  progress.skippedSteps, progress.best, state_.threads, scoredStep_);
  for (const auto& [name, value] : numbers) state += fmt::format(" {}={}", name, value);
  for (const auto& [layer, choice] : state_.choices.usedEntries()) state += fmt::format(" {}={}", layer, choice);
  return state + toJson(state_.project);
}

std::shared_ptr<const Checkpoint> ResumePoint::snapshot() {
  std::string now = stateNow();
  if (now == newestState_)
    if (std::shared_ptr<const Checkpoint> same = newest_.lock()) return same;
  writer_->awaitRoom();
  auto taken = std::make_shared<const Checkpoint>(takeSnapshot());
  newest_ = taken;
  newestState_ = std::move(now);
  return taken;
}

void ResumePoint::saveLastUnlessSaved() {
  if (savedState_ != stateNow()) saveLast();
}

void ResumePoint::saveLast() {
  const std::int64_t begin = nowNs();
  writer_->save("last", snapshot());
  savedStep_ = state_.progress.step;
  savedLoss_ = state_.session.loss;
  savedState_ = newestState_;
  lastSave_ = nowNs();
  state_.session.checkpointNs += lastSave_ - begin;
  nextSave_ = lastSave_ + kSaveEvery;
}

std::string ResumePoint::afterBroken() const {
  // A loss of ten times the minimum does not occur in normal training: the weights were diverging.
  constexpr double kRuined = 10;
  const RunId run = recorder_.runId();
  if (savedStep_ >= 0 && savedLoss_ > kRuined * std::abs(state_.session.leastLoss))
    return fmt::format(
        "Set a lower train.optimizer.learning_rate or a train.clip.norm and start the run again. The last checkpoint, of step {}, is no "
        "help: the loss was {} there already, and {} before",
        savedStep_, text::number(savedLoss_), text::number(state_.session.leastLoss));
  if (savedStep_ < 0 && !hasCheckpoint(state_.project.runDirectory(run), "last"))
    return "Set a lower train.optimizer.learning_rate or a train.clip.norm and start the run again";
  return fmt::format(
      "Set a lower train.optimizer.learning_rate or a train.clip.norm and resume the run from its last checkpoint (--resume {}), or start it "
      "again",
      run);
}

bool ResumePoint::scored(const EpochFigures& epoch, bool best) {
  const Monitor by = bestOf(state_.project.train, state_.setup.metrics.task(), state_.setup.data.validation != nullptr);
  score_ = {by.metric, by.scoreOf(epoch), by.larger, validationData()};
  scoredStep_ = state_.progress.step;
  if (!score_.known()) return false;
  std::erase_if(kept_, [&](const CheckpointScore& kept) { return !kept.isComparable(score_); });  // with another metric or data, before a resume
  // Beside a checkpoint with unknown score, only a value better than ever before is surely among the best.
  if (keptUnknown_ && !best) return false;
  const auto most = static_cast<std::size_t>(state_.project.train.checkpoints.keepBest);
  const auto better = [](const CheckpointScore& a, const CheckpointScore& b) { return a.isBetter(b); };
  if (kept_.size() >= most && !score_.isBetter(kept_[most - 1])) return false;
  kept_.insert(std::upper_bound(kept_.begin(), kept_.end(), score_, better), score_);
  kept_.resize(std::min(kept_.size(), most));
  return true;
}

void ResumePoint::saveBest() {
  const std::int64_t begin = nowNs();
  writer_->save("best", snapshot());
  state_.session.checkpointNs += nowNs() - begin;
}

void ResumePoint::tellErrors() {
  if (auto error = writer_->takeError()) recorder_.warn(*error + " Training goes on, and the checkpoint is tried again.");
  if (writer_->takeRecovery()) recorder_.warn("The checkpoint could be written again.");
}

void ResumePoint::restoreBest() {
  writer_->flush();
  const RunId id = recorder_.run().id;
  const std::string directory = state_.project.runDirectory(id);
  const std::string wanted = state_.metricWatch.monitor().metric;
  // A best checkpoint that still waits because it could not be written is better than those on disk.
  std::shared_ptr<const Checkpoint> best = writer_->waiting("best");
  if (!best && hasCheckpoint(directory, "best")) best = std::make_shared<const Checkpoint>(loadCheckpoint(directory, "best"));
  if (!best || !best->score.known() || !best->score.isComparable({wanted, 0, false, validationData()})) {
    recorder_.warn(fmt::format(
        "train.early_stopping.restore_best: no checkpoint is the best by {}, so the run ends with the weights of its last step.", wanted));
    return;
  }
  newestState_.clear();
  savedState_.clear();
  writeState(state_.program, {best->model, best->optimizer}, "best checkpoint of run " + std::to_string(id));
  score_ = best->score;  // the score of the current weights
  scoredStep_ = state_.progress.step;
  state_.restored = true;
  std::string label =
      fmt::format("weights of epoch {}, step {}, restored: the best {}, {}", best->epoch, best->step, wanted, text::number(best->score.value));
  // Already marked by the previous session, if it was killed at the very end.
  for (const Marker& marker : RunReader(state_.project.storePath()).markers(id))
    if (marker.kind == "restore" && marker.step == state_.progress.step && marker.label == label) return;
  recorder_.mark("restore", std::move(label));
}

std::string ResumePoint::notSaved(const std::string& why) const {
  const std::string directory = state_.project.runDirectory(recorder_.run().id);
  std::string there = "no checkpoint of the run is on disk";
  std::string cure = "Free disk space or give write permission, and train again";
  for (const CheckpointInfo& info : listCheckpoints(directory)) {
    if (!info.first) continue;  // first "last", then "best", in the order used for resuming
    there = fmt::format("on disk is step {} ({})", info.step, info.name);
    cure = fmt::format("Free disk space or give write permission; then resume the run from there (--resume {})", recorder_.run().id);
    break;
  }
  return fmt::format("The weights of step {} are not on disk; {}. {} {}.", state_.progress.step, there, why, cure);
}

std::string ResumePoint::flush() {
  if (writer_->flush()) {
    writer_->takeError();
    return {};
  }
  const std::string why = writer_->lastError();
  writer_->takeError();  // reported together with its consequences
  if (writer_->waiting("last")) return notSaved(why);
  const std::shared_ptr<const Checkpoint> best = writer_->waiting("best");
  return fmt::format("The best checkpoint, of step {}, is not on disk; the last one is, of step {}. {}", best ? best->step : 0, state_.progress.step,
                     why);
}

}  // namespace stepscope
