// A run that is commanded from the trainer's own thread: whatever is asked for is asked for in a known state, however busy the machine is.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/train/commands/command_table.h"
#include "core/train/trainer.h"

// After our headers: Qt takes the word "slots" away.
#include <QString>
#include <QTemporaryDir>

namespace stepscope::test {

struct Issued {
  TrainerCommand command;
};

// What happened, in its order.
using Happened = std::variant<TrainerStage, Issued, TrainerEvent>;

class Commanded {
 public:
  // Called in every stage, on the trainer's thread; what was told until then is in the log.
  using OnStage = std::function<void(Commanded&, TrainerStage)>;

  // Trains to the end. meanwhile: on the thread that called, while it trains.
  Commanded(const Project& project, TrainerOptions options, OnStage onStage, const std::function<void(Trainer&)>& meanwhile = {});

  // The command, and that it was given. Of the trainer's thread.
  void give(TrainerCommand command, const Switches& switches = {});
  const std::vector<Happened>& log() const { return log_; }

  template <typename Event>
  std::vector<Event> all() const {
    std::vector<Event> events;
    for (const Happened& happened : log_)
      if (const auto* event = std::get_if<TrainerEvent>(&happened))
        if (const auto* wanted = std::get_if<Event>(event)) events.push_back(*wanted);
    return events;
  }
  EndEvent end() const { return all<EndEvent>().back(); }
  std::vector<double> losses() const;
  // Whether a trial was measured, and neither kept nor dropped nor made void by a switch since.
  bool answerable() const;
  // What stands in the log that could not be: a step within a pause, a trial without its result, two ends. Empty: nothing.
  QString illegal() const;

 private:
  void drain();

  Trainer* trainer_ = nullptr;
  std::vector<Happened> log_;
  bool alone_ = true;  // all commands are in the log
};

// A project in `folder` on synthetic pictures: an mlp of a few hundred parameters, 5 steps of 2 batches an epoch, 4 to validate.
Project tinyProject(const QTemporaryDir& folder, const Overrides& overrides = {});
// No kernels are timed, and a trial is over in some milliseconds.
TrainerOptions tinyOptions();
// A convolution over a few pictures, with kernels that are left to be timed between the steps: layouts are not compared before the first.
Project pictureProject(const QTemporaryDir& folder);
TrainerOptions pictureOptions();

template <typename Event>
const Event* eventOf(const Happened& happened) {
  const auto* event = std::get_if<TrainerEvent>(&happened);
  return event ? std::get_if<Event>(event) : nullptr;
}

}  // namespace stepscope::test
