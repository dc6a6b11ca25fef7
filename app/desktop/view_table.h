// The views of the window and the places that hold them. A view is one folder under views/ and one entry in view_table.cpp: its place, its command
// in the View menu and in quick search, its key and its help follow from the entry.
#pragma once

#include <QString>
#include <vector>

#include "views/session/view_context.h"

class QWidget;

namespace stepscope {

struct Trace;

// A tab of the window. Its first view has its key (1, 2, ...); the others are its modes.
struct PlaceDef {
  QString name;
  QString title;
};

struct ViewDef {
  QString name;   // the name for requests (WindowRequests::viewRequested)
  QString place;  // the name of its place. Empty: a page of its own instead of the places
  QString title;  // of mode and command
  QString help;   // of the command: what the view shows
  QString about;  // for the help: how to use it. Empty: the view shows its own help (a slot showKeys())
  QWidget* (*make)(const ViewContext& context);
  bool ofTraces = false;                 // it shows an opened trace too, not only runs of a project
  bool (*fits)(const Trace*) = nullptr;  // whether it has something to show of this trace, which may be null. No function: always
};

const std::vector<PlaceDef>& placeDefs();
const std::vector<ViewDef>& viewDefs();

}  // namespace stepscope
