// The tables of views and of places, the tabs that contain them. A view is a folder under views/ and an entry in view_table.cpp. The entry determines
// its place, its command in the View menu and in quick search, its key and its help.
#pragma once

#include <QString>
#include <vector>

#include "views/session/view_context.h"

class QWidget;

namespace stepscope {

struct Trace;

// A tab of the window. Its key (1, 2, ...) shows its first view; the other views of the place are reached by buttons beside the tabs (modes).
struct PlaceDef {
  QString name;
  QString title;
};

struct ViewDef {
  QString name;   // the name for requests (WindowRequests::viewRequested)
  QString place;  // name of its place; empty: the view is a page of its own, shown instead of the tabs
  QString title;  // title of the mode's button and of the command
  QString help;   // status tip of the command: what the view shows
  QString about;  // help text on how to use it; empty: the view has its own help (a slot showKeys())
  QWidget* (*make)(const ViewContext& context);
  bool ofTraces = false;                 // true: it shows an opened trace, too, not only runs of a project
  bool (*fits)(const Trace*) = nullptr;  // whether it has something to show of a trace (may be null); null: always
};

const std::vector<PlaceDef>& placeDefs();
const std::vector<ViewDef>& viewDefs();

}  // namespace stepscope
