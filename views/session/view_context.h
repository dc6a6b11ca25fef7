// What a view is made from and subscribes to. Everything here outlives the views; each wires itself in its own folder (make...View).
#pragma once

#include <QString>

namespace stepscope {

class CurvesModel;
class DevicePeaks;
class QuickSearch;
class RunsStore;
class Selection;
class Session;
class ShownRun;
class ShownTrace;
class UndoStacks;
class WindowRequests;

struct ViewContext {
  Session& session;      // the project and the run in training
  Selection& selection;  // what is selected, in every view
  ShownTrace& trace;     // the trace on display
  ShownRun& run;         // the run or runs on display
  CurvesModel& curves;
  RunsStore& store;
  DevicePeaks& peaks;
  UndoStacks& undo;
  QuickSearch& search;
  WindowRequests& window;
  QString example;  // a project to begin with; empty: there is none
};

}  // namespace stepscope
