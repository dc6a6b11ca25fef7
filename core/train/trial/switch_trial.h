// Tries switches on a running model: blocks of steps without and with them by turns (trial_plan.h), on batches of the run's own data.
//
// The steps are taken on the weights as they are and then undone: parameters, buffers and optimizer state are put back bit for bit, the
// run's loader is not touched, and random draws are functions of the step. The run goes on as if nothing had been tried.
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
  const Project& project;  // with the switches as they are
  Switches with;
  const Backend& backend;
  const DataSplits& data;
  const TaskMetrics& metrics;
  StepProgram& running;   // compiled for the switches as they are, with memory and weights; nobody observes it
  Progress at;            // between two steps
  ScheduleValue rate;     // of the steps
  KernelChoices choices;  // of the run
  bool autotune = true;
  bool keepTables = true;                     // tables of kernels on disk are read and extended
  NodeWork work = {};                         // compileStep
  const std::atomic<bool>* cancel = nullptr;  // the trial ends within 200 ms, of a GPU after the step that runs
};

// what: "timing kernels, layer 12 of 60", "measuring, pair 3"; share: of the whole, 0 to 1.
using TrialProgress = std::function<void(const std::string& what, double share)>;

struct TrialDone {
  TrialResult result;
  KernelChoices choices;  // with which a program with the switches is the one that was measured
};

// Never throws for what the switches cannot do here: the result says why. Throws when the state could not be put back (a device that was
// lost): the program's weights are spoilt then.
TrialDone tryOut(const TrialSetup& setup, const TrialLimits& limits = {}, const TrialProgress& progress = {});

// Threads that a run with these switches computes with, tried on a run that computes with `threads`: the cores that the workers leave, but
// for a deterministic run, which keeps its own.
int threadsWith(const Project& project, const Switches& with, const Backend& backend, int threads);

}  // namespace stepscope
