// The list in which the user chooses columns of the runs table: every name that any run has, with a search field.
#pragma once

#include <QWidget>

#include "core/runs/row_facts.h"

class QLineEdit;
class QListView;
class QSortFilterProxyModel;
class QStandardItemModel;

namespace stepscope {

class ColumnChooser : public QWidget {
  Q_OBJECT
 public:
  explicit ColumnChooser(QWidget* parent = nullptr);
  void fill(const FactColumns& columns, const std::vector<std::string>& always, const std::vector<std::string>& shown);
  QLineEdit* search() const { return search_; }
  QListView* list() const { return list_; }

 Q_SIGNALS:
  void toggled(const QString& name, bool shown);

 private:
  QStandardItemModel* items_;
  QSortFilterProxyModel* found_;
  QLineEdit* search_;
  QListView* list_;
};

}  // namespace stepscope
