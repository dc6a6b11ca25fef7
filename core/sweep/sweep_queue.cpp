#include "core/sweep/sweep_queue.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <fstream>
#include <mutex>
#include <optional>
#include <sstream>
#include <thread>
#include <utility>

#include "core/base/error.h"
#include "core/project/project.h"
#include "core/sweep/kept_queue.h"
#include "core/train/trainer.h"
#include "profiler/advisor/kept_facts.h"

namespace stepscope {
namespace {

constexpr int kLookMs = 50;  // interval between two checks for a stop

std::string textOf(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw Error(ErrorKind::Input, file, "the project file cannot be read", "Check that it is there and its permissions");
  return text.str();
}

bool hasNotBegun(const SweepRun& run) {
  return run.state == SweepRunState::Waiting || run.state == SweepRunState::Skipped;
}

SweepRunState stateOf(RunStatus status) {
  const bool failed = status == RunStatus::Failed || status == RunStatus::Unsaved;
  return status == RunStatus::Finished ? SweepRunState::Finished : failed ? SweepRunState::Failed : SweepRunState::Stopped;
}

}  // namespace

struct SweepQueue::Impl {
  std::string file, toml;
  Overrides fixed;
  SweepOptions options;
  std::string storePath;

  mutable std::mutex mutex;  // guards the members below
  std::vector<SweepRun> runs;
  bool active = false, pausing = false, stopping = false;
  std::uint64_t version = 1;
  bool begun = false;  // there is something to store

  std::thread thread;

  Project projectOf(const Overrides& overrides) const {
    Overrides all = fixed;
    all.insert(all.end(), overrides.begin(), overrides.end());
    Project project = parseProject(toml, file, all);
    project.sweep = {};
    return project;
  }

  // Checks the values of a run. An error names the sweep as their source (signedBy), not --set.
  void check(const Overrides& overrides) const {
    try {
      projectOf(overrides);
    } catch (const Error& error) {
      for (const auto& [key, value] : overrides)
        if (error.where() == "--set " + key) throw Error(error.kind(), fmt::format("{} {}", options.signedBy, key), error.happened(), error.cure());
      throw;
    }
  }

  // Takes the next waiting run; nothing if the queue should pause. The first one after a start always begins: a user who pauses at once means "after
  // this run".
  std::optional<SweepRun> next(bool first) {
    const std::lock_guard lock(mutex);
    const auto waiting = std::find_if(runs.begin(), runs.end(), [](const SweepRun& run) { return run.state == SweepRunState::Waiting; });
    ++version;
    if (waiting == runs.end() || (pausing && !first) || stopping) {
      active = pausing = stopping = false;
      return std::nullopt;
    }
    waiting->state = SweepRunState::Preparing;
    return *waiting;
  }

  void keep(const SweepRun& run) {
    const std::lock_guard lock(mutex);
    ++version;
    for (SweepRun& one : runs)
      if (one.id == run.id) one = run;
  }

  // Stores the queue for the next time the project is opened. An error of the store is reported when runs are saved.
  void remember() const {
    KeptQueue queue{fixed, options.group, {}};
    {
      const std::lock_guard lock(mutex);
      if (!begun) return;
      queue.runs = runs;
    }
    try {
      RunWriter writer(storePath);
      writer.setSetting("sweep_queue", jsonOf(queue));
      writer.flush();
    } catch (const std::exception&) {
    }
  }

  void open(const std::string& file, const Overrides& fixed, SweepOptions options);
  bool wantsStop() const {
    const std::lock_guard lock(mutex);
    return stopping;
  }

  void train(SweepRun run);
  void work() {
    pthread_setname_np(pthread_self(), "sweep");
    for (std::optional<SweepRun> run = next(true); run; run = next(false)) {
      train(std::move(*run));
      remember();
    }
  }
};

void SweepQueue::Impl::train(SweepRun run) {
  if (options.onBegin) options.onBegin(run);
  try {
    TrainerOptions with;
    with.device = options.device;
    with.findings = captureFindings;
    if (run.run > 0) with.resume = run.run;
    Trainer trainer(projectOf(run.overrides), with);
    bool over = false, stopped = false;
    while (!over) {
      if (!stopped && wantsStop()) {
        trainer.stop();
        stopped = true;
      }
      trainer.events().wait(kLookMs);
      for (const TrainerEvent& event : trainer.events().drain()) {
        if (const auto* state = std::get_if<StateEvent>(&event); state && run.state == SweepRunState::Preparing) run.message = state->message;
        if (const auto* start = std::get_if<StartEvent>(&event)) {
          run.run = start->run;
          run.task = start->task;
          run.totalSteps = start->totalSteps;
          run.state = SweepRunState::Running;
          run.message.clear();
          RunWriter writer(storePath);
          if (!with.resume) writer.rename(run.run, run.name);
          writer.setGroup(run.run, options.group);
          writer.flush();
          {
            const std::lock_guard lock(mutex);
            begun = true;
          }
          keep(run);
          remember();
        } else if (const auto* step = std::get_if<StepEvent>(&event)) {
          run.step = step->step;
          run.totalSteps = step->totalSteps;
          run.loss = step->loss();
          run.seconds = step->wall;
        } else if (const auto* epoch = std::get_if<EpochEvent>(&event)) {
          run.validationLoss = epoch->of("val_loss");
          run.validated = epoch->validated();
        } else if (const auto* end = std::get_if<EndEvent>(&event)) {
          run.run = end->run > 0 ? end->run : run.run;
          run.state = stateOf(end->status);
          run.message = end->message;
          run.seconds = end->seconds;
          run.validationLoss = end->validationLoss;
          run.validated = end->validated;
          run.bestValidation = end->bestValidation;
          over = true;
        }
        if (options.onEvent) options.onEvent(run, event);
      }
      keep(run);
    }
    trainer.join();
  } catch (const std::exception& error) {
    run.state = SweepRunState::Failed;
    run.message = error.what();
    keep(run);
  }
}

void SweepQueue::Impl::open(const std::string& of, const Overrides& overrides, SweepOptions with) {
  file = of;
  toml = textOf(of);
  fixed = overrides;
  options = std::move(with);
  const Project base = projectOf({});
  storePath = base.storePath();
  if (options.group.empty()) options.group = "sweep of " + base.name;
}

SweepQueue::SweepQueue() : impl_(std::make_unique<Impl>()) {}

SweepQueue::SweepQueue(const std::string& file, const Overrides& fixed, const std::vector<Overrides>& runs, SweepOptions options) : SweepQueue() {
  impl_->open(file, fixed, std::move(options));
  for (const Overrides& overrides : runs) {
    impl_->check(overrides);
    SweepRun run;
    run.id = static_cast<int>(impl_->runs.size()) + 1;
    run.name = sweepRunName(overrides);
    run.overrides = overrides;
    impl_->runs.push_back(std::move(run));
  }
}

std::unique_ptr<SweepQueue> SweepQueue::kept(const std::string& file, SweepOptions options) {
  const std::optional<KeptQueue> left = keptQueue(RunReader(loadProject(file).storePath()));
  if (!left) return nullptr;
  options.group = left->group;
  std::unique_ptr<SweepQueue> queue(new SweepQueue);
  queue->impl_->open(file, left->fixed, std::move(options));
  queue->impl_->runs = left->runs;
  if (queue->impl_->options.resumeStopped)
    for (SweepRun& run : queue->impl_->runs)
      if (run.state == SweepRunState::Stopped) run.state = SweepRunState::Waiting;
  const std::vector<SweepRun>& runs = queue->impl_->runs;
  if (std::none_of(runs.begin(), runs.end(), [](const SweepRun& run) { return run.state == SweepRunState::Waiting; })) return nullptr;
  for (const SweepRun& run : runs)
    if (hasNotBegun(run)) queue->impl_->check(run.overrides);
  queue->impl_->begun = true;
  return queue;
}

SweepQueue::~SweepQueue() {
  stop();
  if (impl_->thread.joinable()) impl_->thread.join();
  impl_->remember();  // stores the last order of the runs
}

void SweepQueue::start() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->pausing = false;
    ++impl_->version;
    if (impl_->active) return;
    impl_->active = true;
  }
  if (impl_->thread.joinable()) impl_->thread.join();  // it has ended, or is about to return
  impl_->thread = std::thread([impl = impl_.get()] { impl->work(); });
}

void SweepQueue::pauseAfterRun(bool pause) {
  const std::lock_guard lock(impl_->mutex);
  if (!impl_->active) return;
  impl_->pausing = pause;
  ++impl_->version;
}

void SweepQueue::stop() {
  const std::lock_guard lock(impl_->mutex);
  if (!impl_->active) return;
  impl_->stopping = true;
  ++impl_->version;
}

void SweepQueue::move(int id, int by) {
  const std::lock_guard lock(impl_->mutex);
  std::vector<SweepRun>& runs = impl_->runs;
  const auto found = std::find_if(runs.begin(), runs.end(), [id](const SweepRun& run) { return run.id == id; });
  if (found == runs.end() || !hasNotBegun(*found)) return;
  auto at = found - runs.begin();
  const std::ptrdiff_t way = by < 0 ? -1 : 1;
  for (int left = std::abs(by); left > 0; --left) {
    auto to = at + way;
    while (to >= 0 && to < std::ssize(runs) && !hasNotBegun(runs[static_cast<std::size_t>(to)])) to += way;
    if (to < 0 || to >= std::ssize(runs)) break;
    std::swap(runs[static_cast<std::size_t>(at)], runs[static_cast<std::size_t>(to)]);
    at = to;
  }
  ++impl_->version;
}

void SweepQueue::skip(int id, bool skipped) {
  const std::lock_guard lock(impl_->mutex);
  for (SweepRun& run : impl_->runs)
    if (run.id == id && hasNotBegun(run)) run.state = skipped ? SweepRunState::Skipped : SweepRunState::Waiting;
  ++impl_->version;
}

bool SweepQueue::active() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->active;
}

bool SweepQueue::pausing() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->pausing;
}

std::string SweepQueue::group() const {
  return impl_->options.group;
}

std::string SweepQueue::storePath() const {
  return impl_->storePath;
}

std::uint64_t SweepQueue::version() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->version;
}

std::vector<SweepRun> SweepQueue::runs() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->runs;
}

}  // namespace stepscope
