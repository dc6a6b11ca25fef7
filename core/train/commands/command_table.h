// What a command comes to in each state of the trainer: the table that the engine keeps, the window's buttons follow and docs/commands.md
// prints. The tests hold every cell of it against the trainer.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace stepscope {

// What a run says of itself.
enum class TrainerState { Preparing, Running, Paused, Stopping, Finished, Stopped, Failed };

// What the trainer is at when a command finds it.
enum class TrainerStage : std::uint8_t {
  Preparing,  // the data are opened
  Compiling,  // the first program
  Training,   // at a step's boundary
  InStep,     // between the batches of a step (switches.accumulation)
  Validating,
  TimingKernels,  // that the run began without
  Switching,      // another program is compiled, for switches that were turned
  Trying,         // switches
  Paused,         // at a step's boundary
  PausedInStep,
  PausedInValidation,
  TryingInPause,
  Ending,  // the last checkpoint is written
  Ended,
};

enum class TrainerCommand : std::uint8_t { Pause, Resume, Stop, Turn, Try, CancelTrial, Keep, Drop, Checkpoint, Capture };

enum class CommandEffect : std::uint8_t {
  Nothing,     // has none
  Now,         // where the trainer stands; what goes on is broken off
  AtStep,      // at the next boundary of a step, until which the run goes on
  AfterPause,  // with the step after it
  ToTheStep,   // the run goes on to the step's end, pauses there again, and obeys within that pause
  Anew,        // the validation is broken off, and begins anew after the pause
  Refused,     // has none, and a warning says why
  Impossible,  // no trial waits for its answer there
};

// answerable: a trial was measured and waits to be kept or dropped.
CommandEffect effectOf(TrainerStage stage, TrainerCommand command, bool answerable);

// Whether the command does anything in a run that says it is in this state: what a button of it is enabled by.
bool hasEffect(TrainerState state, TrainerCommand command, bool answerable);

std::span<const TrainerStage> trainerStages();
std::span<const TrainerCommand> trainerCommands();
std::string_view nameOf(TrainerStage stage);      // "paused_in_validation"
std::string_view nameOf(TrainerCommand command);  // "cancel_the_trial"
std::string_view nameOf(CommandEffect effect);    // "after_the_pause"

}  // namespace stepscope
