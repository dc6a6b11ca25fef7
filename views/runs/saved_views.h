// The user's display settings for the table of runs, stored with the project: columns, their order, widths and pins, sorting, groups, filter. The
// last one is always stored; others have names.
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
    int width = 0;     // pixels; 0: the default
  };
  struct Key {
    std::string column;
    bool descending = false;
  };
  std::vector<Column> columns;  // the visible ones, from the left; none: the default
  int pinned = 0;
  std::vector<Key> keys;
  std::string group;   // a column; empty: none
  QStringList closed;  // closed groups, by the common values of their runs
  QString filter;
  bool archived = false;  // archived runs are shown
};

struct SavedViews {
  RunsViewState last;
  std::map<QString, RunsViewState> named;
};

QString textOf(const SavedViews& views);
SavedViews savedViewsOf(const QString& text);  // of a damaged text the readable part

}  // namespace stepscope
