// Tries switches on a running model: alternating blocks of steps without and with them (trial_plan.h), on batches of the run's own data.
//
// The steps start from the present weights and are then undone: parameters, buffers and optimizer state are restored bit for bit, the run's
// loader is not touched, and random draws are functions of the step. The run continues as if nothing had been tried.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "core/backend/backend.h"
#include "core/data/dataset.h"
#include "core/program/step_program.h"
#include "core/project/project.h"
#include "core/schedule/schedule.h"
#include "core/train/steps/progress.h"
#include "core/train/steps/task_metrics.h"
#include "core/train/trial/trial_result.h"

namespace stepscope {

struct TrialSetup {
  const Project& project;  // with the present switches
  Switches with;
  const Backend& backend;
  const DataSplits& data;
  const TaskMetrics& metrics;
  StepProgram& running;   // compiled for the present switches, with memory and weights; without observers
  Progress at;            // the run's position, between two steps
  ScheduleValue rate;     // the rate of all steps of the trial
  KernelChoices choices;  // choices of the run
  bool autotune = true;
  bool keepTables = true;                     // read and extend the kernel tables on disk
  NodeWork work = {};                         // passed to compileStep
  const std::atomic<bool>* cancel = nullptr;  // the trial ends within 200 ms, on a GPU after the current step
};

// `what`: "timing kernels, layer 12 of 60", "measuring, pair 3". `share`: the finished part, 0 to 1.
using TrialProgress = std::function<void(const std::string& what, double share)>;

struct TrialDone {
  TrialResult result;
  KernelChoices choices;  // with these choices a program for the switches has the kernels that were measured
};

// Does not throw if the switches are not possible here: the result says why. Throws if the state could not be restored (a lost device): the program's
// weights are then unusable.
TrialDone tryOut(const TrialSetup& setup, const TrialLimits& limits = {}, const TrialProgress& progress = {});

// Compute threads of a run with these switches, tried on a run with `threads`: the cores that the workers leave; a deterministic run keeps its own
// number.
int threadsWith(const Project& project, const Switches& with, const Backend& backend, int threads);

}  // namespace stepscope
