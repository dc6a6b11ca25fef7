// The effect of each command in each state of the trainer: the table that the engine implements, the window's buttons follow and docs/commands.md
// prints. Tests check every cell against the trainer.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace stepscope {

// The state that a run reports.
enum class TrainerState { Preparing, Running, Paused, Stopping, Finished, Stopped, Failed };

// What the trainer does when a command arrives.
enum class TrainerStage : std::uint8_t {
  Preparing,  // opening the data
  Compiling,  // compiling the first program
  Training,   // at a step boundary
  InStep,     // between the batches of a step (switches.accumulation)
  Validating,
  TimingKernels,  // timing the kernels that the run began without timing
  Switching,      // compiling another program for changed switches
  Trying,         // trying switches
  Paused,         // at a step boundary
  PausedInStep,
  PausedInValidation,
  TryingInPause,
  Ending,  // writing the last checkpoint
  Ended,
};

enum class TrainerCommand : std::uint8_t { Pause, Resume, Stop, Turn, Try, CancelTrial, Keep, Drop, Checkpoint, Capture };

enum class CommandEffect : std::uint8_t {
  Nothing,     // has no effect
  Now,         // at once; the work in progress is broken off
  AtStep,      // at the next step boundary; the run continues until then
  AfterPause,  // with the first step after the pause
  ToTheStep,   // the run continues to the end of the step, pauses there again, and obeys during that pause
  Anew,        // the validation is broken off and starts again after the pause
  Refused,     // has no effect, and a warning says why
  Impossible,  // cannot happen: no trial waits for an answer there
};

// `answerable`: a trial was measured and waits for keep or drop.
CommandEffect effectOf(TrainerStage stage, TrainerCommand command, bool answerable);

// Whether the command does anything in a run that reports this state; decides whether its button is enabled.
bool hasEffect(TrainerState state, TrainerCommand command, bool answerable);

std::span<const TrainerStage> trainerStages();
std::span<const TrainerCommand> trainerCommands();
std::string_view nameOf(TrainerStage stage);      // "paused_in_validation"
std::string_view nameOf(TrainerCommand command);  // "cancel_the_trial"
std::string_view nameOf(CommandEffect effect);    // "after_the_pause"

}  // namespace stepscope
