#include "core/train/trainer.h"

#include <pthread.h>

#include <thread>

#include "core/train/loop/training_session.h"
#include "core/train/run/trainer_control.h"

namespace stepscope {

struct Trainer::Impl {
  TrainerControl control;
  std::thread thread;
};

Trainer::Trainer(Project project, TrainerOptions options) : impl_(std::make_unique<Impl>()) {
  impl_->thread = std::thread([control = &impl_->control, project = std::move(project), options = std::move(options)]() mutable {
    pthread_setname_np(pthread_self(), "trainer");
    TrainingSession(std::move(project), std::move(options), *control).run();
  });
}

Trainer::~Trainer() {
  stop();
  join();
}

void Trainer::pause() {
  {
    std::lock_guard lock(impl_->control.mutex);
    if (!impl_->control.pause) impl_->control.cancelTrials();
    impl_->control.pause = true;
    impl_->control.interrupt = true;
  }
  impl_->control.changed.notify_all();
}

void Trainer::resume() {
  {
    std::lock_guard lock(impl_->control.mutex);
    impl_->control.pause = false;
    impl_->control.interrupt = impl_->control.stop.load();
  }
  impl_->control.changed.notify_all();
}

void Trainer::stop() {
  {
    std::lock_guard lock(impl_->control.mutex);
    impl_->control.stop = true;
    impl_->control.interrupt = true;
    impl_->control.cancelTrials();
  }
  impl_->control.changed.notify_all();
}

void Trainer::setSwitches(Switches switches) {
  {
    std::lock_guard lock(impl_->control.mutex);
    impl_->control.switches = switches;
  }
  impl_->control.changed.notify_all();
}

void Trainer::tryOut(Switches with) {
  auto request = std::make_shared<TrialRequest>();
  request->with = with;
  {
    std::lock_guard lock(impl_->control.mutex);
    if (impl_->control.over) return;
    impl_->control.cancelTrials();
    if (impl_->control.stop) request->cancel = true;
    impl_->control.trials.push_back(std::move(request));
  }
  impl_->control.changed.notify_all();
}

void Trainer::cancelTrial() {
  {
    std::lock_guard lock(impl_->control.mutex);
    impl_->control.cancelTrials();
  }
  impl_->control.changed.notify_all();
}

void Trainer::endTrial(bool keep) {
  {
    TrainerControl& control = impl_->control;
    std::lock_guard lock(control.mutex);
    if (!keep && (control.runningTrial || !control.trials.empty())) control.cancelTrials();
    else control.answer = {keep, control.trialsOver};
  }
  impl_->control.changed.notify_all();
}

void Trainer::checkpoint() {
  {
    std::lock_guard lock(impl_->control.mutex);
    impl_->control.save = true;
  }
  impl_->control.changed.notify_all();
}

void Trainer::capture(int steps) {
  {
    std::lock_guard lock(impl_->control.mutex);
    impl_->control.captureSteps = steps;
  }
  impl_->control.changed.notify_all();
}

void Trainer::follow(int steps) {
  impl_->control.follow = steps;
  impl_->control.wantsLive = steps > 0;
}

void Trainer::wantLive() {
  impl_->control.wantsLive = true;
}

TrainerState Trainer::state() const {
  return impl_->control.state;
}

EventQueue& Trainer::events() {
  return impl_->control.events;
}

void Trainer::join() {
  if (impl_->thread.joinable()) impl_->thread.join();
}

std::int64_t Trainer::lastSaveNs() const {
  std::shared_ptr<RunWriter> store;
  {
    std::lock_guard lock(impl_->control.mutex);
    store = impl_->control.store;
  }
  return store ? store->lastCommitNs() : 0;
}

}  // namespace stepscope
