#include "app/desktop/view_table.h"

#include <QObject>

#include "profiler/analysis/gpu_idle.h"
#include "views/compare/compare_view.h"
#include "views/curves/curves_view.h"
#include "views/data/ask_view.h"
#include "views/data/samples_view.h"
#include "views/diagnosis/diagnosis_view.h"
#include "views/flame/flame_view.h"
#include "views/gpu/gpu_view.h"
#include "views/graph/graph_view.h"
#include "views/histograms/histograms_view.h"
#include "views/memory/memory_view.h"
#include "views/predictions/predictions_view.h"
#include "views/runs/runs_view.h"
#include "views/settings/settings_view.h"
#include "views/sweeps/sweeps_view.h"
#include "views/system/log_view.h"
#include "views/system/machine_view.h"
#include "views/timeline/timeline_view.h"

namespace stepscope {

namespace {

bool ranOnGpu(const Trace* trace) {
  return trace && !computingDevices(*trace).empty();
}

}  // namespace

const std::vector<PlaceDef>& placeDefs() {
  const auto tr = [](const char* text) { return QObject::tr(text); };
  static const std::vector<PlaceDef> defs = {
      {"diagnosis", tr("Diagnosis")}, {"curves", tr("Curves")}, {"timeline", tr("Timeline")}, {"memory", tr("Memory")},
      {"model", tr("Model")},         {"data", tr("Data")},     {"runs", tr("Runs")},
  };
  return defs;
}

const std::vector<ViewDef>& viewDefs() {
  const auto tr = [](const char* text) { return QObject::tr(text); };
  static const std::vector<ViewDef> defs = {
      {"diagnosis", "diagnosis", tr("Diagnosis"), tr("Shows what holds the step back, and what would help"),
       tr("Diagnosis: what holds the step back, in one sentence, and what would help. A click on a finding selects where it is seen; Try it "
          "measures its cure on the running model."),
       makeDiagnosisView, true},
      {"curves", "curves", tr("Curves"), tr("Shows loss, accuracy, learning rate and throughput"),
       tr("Curves: the faint line is the loss of every step, the strong one is smoothed as TensorBoard does, dots are validation after "
          "each epoch. Click to select a step."),
       makeCurvesView},
      {"machine", "curves", tr("Machine"), tr("Shows cores, memory, disk and GPU while the run trained"),
       tr("Machine: cores, memory, disk and GPU over the time of the training, sampled about once a second. Ctrl and the wheel zoom, dragging moves."),
       makeMachineView},
      {"log", "curves", tr("Log"), tr("Shows the messages of the run: epochs, switches, warnings and errors"),
       tr("Log: the messages of the run, line by line. It grows while the run trains."), makeLogView},
      {"timeline", "timeline", tr("Timeline"), tr("Shows every op of the captured steps"), {}, makeTimelineView, true},
      {"flame", "timeline", tr("Flame"), tr("Shows nested phases, layers and ops, summed over the captured steps"),
       tr("Flame: phases, layers and ops of the captured steps, or the calls of any trace, summed; the wider, the longer. A click looks into "
          "one, Escape goes back; a range selected in the timeline is summed alone."),
       makeFlameView, true},
      {"gpu", "timeline", tr("GPU"), tr("Shows a GPU's kernels and why it waited"),
       tr("GPU: how its time went, why it waited, and its kernels. A double click on a kernel finds its calls in the timeline, one on an "
          "idle time shows it there."),
       makeGpuView, true, ranOnGpu},
      {"memory", "memory", tr("Memory"), tr("Shows the memory plan over the step"),
       tr("Memory: what the planner placed where, op by op. Click an op to see what is alive while it runs."), makeMemoryView},
      {"graph", "model", tr("Graph"), tr("Shows the layers and what each of them costs"),
       tr("Graph: the layers of the step and what each of them costs. Click a layer or press Enter to see its spans in the timeline; "
          "Ctrl+F filters."),
       makeGraphView},
      {"histograms", "model", tr("Histograms"), tr("Shows the distributions of weights and gradients over the run"),
       tr("Histograms: the distributions of a layer's weights and gradients, step by step. Point at a step to read it, or walk "
          "with A and D; Ctrl+F filters the parameters."),
       makeHistogramsView},
      {"samples", "data", tr("Samples"), tr("Shows samples of the project's data, their parts, and what is unusual in them"),
       tr("Samples: pictures, rows or windows of the data with class and file name, and as training draws them. A click on a picture asks the model "
          "of the displayed run about it."),
       makeSamplesView},
      {"predictions", "data", tr("Predictions"), tr("Shows what a classifier answered, class by class"),
       tr("Predictions: the confusion matrix of a run, its classes, and the samples it was most wrong about. A click on a cell shows its "
          "samples; arrow keys move, Escape deselects."),
       makePredictionsView},
      {"ask", "data", tr("Use the Model"), tr("Asks the displayed run's model about a picture, a row or a prompt"),
       tr("Use the Model: drop a picture or a folder of pictures, fill in a row, or write a prompt. The model of the displayed run answers with "
          "class, probability and time, or writes text."),
       makeAskView},
      {"runs", "runs", tr("Runs"), tr("Shows every run of the project"),
       tr("Runs: select two or more and press Enter to compare them. Delete can be undone."), makeRunsView},
      {"compare", "runs", tr("Compare"), tr("Shows runs side by side: settings, metrics, time, memory"),
       tr("Compare: what differs between runs, and with what effect. Select runs in Runs and press Enter, or compare a finished run with the one "
          "before it in Curves. A click on a run selects it in every view."),
       makeCompareView},
      {"sweeps", "runs", tr("Sweeps"), tr("Trains the project with several settings, one run after the other"),
       tr("Sweeps: what is varied, and the resulting queue of runs. Runs that wait can be moved, skipped and paused; Enter shows a run "
          "in Runs."),
       makeSweepsView},
      {"settings", "", tr("Settings"), tr("Shows every key of the project file, with its meaning"),
       tr("Settings: every key of the project file. Keys in bold are in the file; Enter or Apply writes it, comments and order stay. "
          "Undo takes an applied change back."),
       makeSettingsView},
  };
  return defs;
}

}  // namespace stepscope
