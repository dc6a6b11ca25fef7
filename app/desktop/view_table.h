// The views of the window, in the order of their tabs and keys (1, 2, ...). A view is one folder under views/ and one entry in
// view_table.cpp: the tab, its command in the View menu and the quick search, its key and its help follow from it.
#pragma once

#include <QString>
#include <vector>

class QWidget;

namespace stepscope {

class CurvesModel;
class RunsModel;
class RunsStore;
class Selection;
class Session;

// What a view may show and be wired to; all of it outlives the views.
struct ViewSources {
  Session* session;      // the project and the run in training
  Selection* selection;  // what is selected, in every view
  CurvesModel* curves;
  RunsModel* runs;
  RunsStore* store;
};

struct ViewDef {
  QString title;  // of tab and command
  QString help;   // of the command: what it shows
  QString about;  // of the help: how to use it. Empty: the view shows its own
  QWidget* (*make)(const ViewSources& sources);
  bool undoesRanges = false;  // Undo takes back zooms, ranges and notes of a trace here, elsewhere changes of runs
};

const std::vector<ViewDef>& viewDefs();

}  // namespace stepscope
