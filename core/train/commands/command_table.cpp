#include "core/train/commands/command_table.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

namespace stepscope {
namespace {

using enum TrainerStage;

constexpr TrainerStage kStages[] = {Preparing, Compiling,    Training,           InStep,        Validating, TimingKernels, Switching, Trying,
                                    Paused,    PausedInStep, PausedInValidation, TryingInPause, Ending,     Ended};
constexpr TrainerCommand kCommands[] = {TrainerCommand::Pause,      TrainerCommand::Resume,      TrainerCommand::Stop, TrainerCommand::Turn,
                                        TrainerCommand::Try,        TrainerCommand::CancelTrial, TrainerCommand::Keep, TrainerCommand::Drop,
                                        TrainerCommand::Checkpoint, TrainerCommand::Capture};

struct Row {
  TrainerStage stage;
  std::array<CommandEffect, std::size(kCommands)> effects;  // if no trial waits for an answer; in the order of the commands
  CommandEffect keep, drop;                                 // if a trial waits for an answer
};

constexpr CommandEffect No = CommandEffect::Nothing, Now = CommandEffect::Now, Step = CommandEffect::AtStep, After = CommandEffect::AfterPause,
                        Finish = CommandEffect::ToTheStep, Anew = CommandEffect::Anew, Told = CommandEffect::Refused,
                        Never = CommandEffect::Impossible;

// clang-format off
constexpr Row kRows[] = {
    //                    pause resume stop turn   try     cancel keep  drop  checkpoint capture  keep    drop
    {Preparing,          {Step, No,    Now, Step,  Step,   No,    Told, No,   Step,      Step},   Never,  Never},
    {Compiling,          {Step, No,    Now, Step,  Step,   No,    Told, No,   Step,      Step},   Never,  Never},
    {Training,           {Now,  No,    Now, Now,   Now,    No,    Told, No,   Now,       Now},    Now,    Now},
    {InStep,             {Now,  No,    Now, Step,  Step,   No,    Told, No,   Now,       Step},   Step,   Now},
    {Validating,         {Now,  No,    Now, Step,  Step,   No,    Told, No,   Now,       Step},   Step,   Now},
    {TimingKernels,      {Now,  No,    Now, Step,  Step,   No,    Told, No,   Step,      Step},   Step,   Step},
    {Switching,          {Step, No,    Now, Step,  Step,   No,    Told, No,   Step,      Step},   Never,  Never},
    {Trying,             {Now,  No,    Now, Step,  Now,    Now,   Told, Now,  Step,      Step},   Never,  Never},
    {Paused,             {No,   Now,   Now, After, Now,    No,    Told, No,   Now,       After},  Now,    Now},
    {PausedInStep,       {No,   Now,   Now, After, Finish, No,    Told, No,   Now,       After},  Finish, Now},
    {PausedInValidation, {No,   Now,   Now, After, Anew,   No,    Told, No,   Now,       After},  Anew,   Now},
    {TryingInPause,      {No,   Step,  Now, After, Now,    Now,   Told, Now,  Step,      After},  Never,  Never},
    {Ending,             {No,   No,    No,  No,    No,     No,    No,   No,   No,        No},     No,     No},
    {Ended,              {No,   No,    No,  No,    No,     No,    No,   No,   No,        No},     No,     No},
};
// clang-format on

constexpr bool complete() {
  if (std::size(kRows) != std::size(kStages)) return false;
  for (std::size_t i = 0; i < std::size(kRows); ++i)
    if (kRows[i].stage != kStages[i] || static_cast<std::size_t>(kStages[i]) != i) return false;
  for (std::size_t i = 0; i < std::size(kCommands); ++i)
    if (static_cast<std::size_t>(kCommands[i]) != i) return false;
  return true;
}
// Whether a run reports this state in this stage. An ended run reports one of three states.
constexpr bool isSaid(TrainerState state, TrainerStage stage) {
  switch (stage) {
    case Preparing:
    case Compiling: return state == TrainerState::Preparing;
    case Training:
    case InStep:
    case Validating:
    case TimingKernels:
    case Switching:
    case Trying: return state == TrainerState::Running;
    case Paused:
    case PausedInStep:
    case PausedInValidation:
    case TryingInPause: return state == TrainerState::Paused;
    case Ending: return state == TrainerState::Stopping;
    case Ended: return state == TrainerState::Finished || state == TrainerState::Stopped || state == TrainerState::Failed;
  }
  return false;
}

static_assert(complete());  // every stage has its row, in the order of the enumeration

}  // namespace

CommandEffect effectOf(TrainerStage stage, TrainerCommand command, bool answerable) {
  const Row& row = kRows[static_cast<std::size_t>(stage)];
  if (answerable && command == TrainerCommand::Keep) return row.keep;
  if (answerable && command == TrainerCommand::Drop) return row.drop;
  return row.effects[static_cast<std::size_t>(command)];
}

bool hasEffect(TrainerState state, TrainerCommand command, bool answerable) {
  return std::any_of(std::begin(kRows), std::end(kRows), [&](const Row& row) {
    const CommandEffect effect = effectOf(row.stage, command, answerable);
    return isSaid(state, row.stage) && effect != CommandEffect::Nothing && effect != CommandEffect::Refused && effect != CommandEffect::Impossible;
  });
}

std::span<const TrainerStage> trainerStages() {
  return kStages;
}
std::span<const TrainerCommand> trainerCommands() {
  return kCommands;
}

std::string_view nameOf(TrainerStage stage) {
  switch (stage) {
    case Preparing: return "opening_the_data";
    case Compiling: return "compiling";
    case Training: return "training";
    case InStep: return "within_a_step";
    case Validating: return "validating";
    case TimingKernels: return "timing_kernels";
    case Switching: return "compiling_new_switches";
    case Trying: return "trying";
    case Paused: return "paused";
    case PausedInStep: return "paused_within_a_step";
    case PausedInValidation: return "paused_in_validation";
    case TryingInPause: return "trying_in_a_pause";
    case Ending: return "ending";
    case Ended: return "ended";
  }
  return {};
}

std::string_view nameOf(TrainerCommand command) {
  switch (command) {
    case TrainerCommand::Pause: return "pause";
    case TrainerCommand::Resume: return "resume";
    case TrainerCommand::Stop: return "stop";
    case TrainerCommand::Turn: return "turn_a_switch";
    case TrainerCommand::Try: return "try_a_switch";
    case TrainerCommand::CancelTrial: return "cancel_the_trial";
    case TrainerCommand::Keep: return "keep";
    case TrainerCommand::Drop: return "drop";
    case TrainerCommand::Checkpoint: return "checkpoint";
    case TrainerCommand::Capture: return "capture";
  }
  return {};
}

std::string_view nameOf(CommandEffect effect) {
  switch (effect) {
    case CommandEffect::Nothing: return "nothing";
    case CommandEffect::Now: return "now";
    case CommandEffect::AtStep: return "at_the_step";
    case CommandEffect::AfterPause: return "after_the_pause";
    case CommandEffect::ToTheStep: return "to_the_step";
    case CommandEffect::Anew: return "anew";
    case CommandEffect::Refused: return "refused";
    case CommandEffect::Impossible: return "impossible";
  }
  return {};
}

}  // namespace stepscope
