// The objects that a view is created with and subscribes to. All outlive the views; each view connects itself in its own folder (make...View).
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
  Selection& selection;  // the selection, common to all views
  ShownTrace& trace;     // the displayed trace
  ShownRun& run;         // the displayed run or runs
  CurvesModel& curves;
  RunsStore& store;
  DevicePeaks& peaks;
  UndoStacks& undo;
  QuickSearch& search;
  WindowRequests& window;
  QString example;  // an example project; empty: there is none
};

}  // namespace stepscope
