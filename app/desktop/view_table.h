// The views of the window, in the order of their tabs and keys (1, 2, ...). A view is one folder under views/ and one entry in view_table.cpp: its
// tab, its command in the View menu and in quick search, its key and its help follow from the entry.
#pragma once

#include <QString>
#include <vector>

#include "views/session/view_context.h"

class QWidget;

namespace stepscope {

struct ViewDef {
  QString name;   // the name for requests (WindowRequests::viewRequested)
  QString title;  // of tab and command
  QString help;   // of the command: what the view shows
  QString about;  // for the help: how to use it. Empty: the view shows its own help (a slot showKeys())
  QWidget* (*make)(const ViewContext& context);
};

const std::vector<ViewDef>& viewDefs();

}  // namespace stepscope
