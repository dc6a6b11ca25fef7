// How the user looks at the table of runs, kept with the project: columns, their order, widths and pins, sorting, groups, filter. The last one
// is always kept; others have names.
#pragma once

#include <QString>
#include <QStringList>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace stepscope {

struct RunsViewState {
  struct Column {
    std::string name;  // RunsModel::columnName
    int width = 0;     // pixels; 0: as it comes
  };
  struct Key {
    std::string column;
    bool descending = false;
  };
  std::vector<Column> columns;  // those that are shown, from the left; none: as the program comes
  int pinned = 0;
  std::vector<Key> keys;
  std::string group;   // a column; empty: none
  QStringList closed;  // groups, by the values that their runs share
  QString filter;
  bool archived = false;  // shown
};

struct SavedViews {
  RunsViewState last;
  std::map<QString, RunsViewState> named;
};

QString textOf(const SavedViews& views);
SavedViews savedViewsOf(const QString& text);  // what can be read of a damaged text

}  // namespace stepscope
