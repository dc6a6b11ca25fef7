// A table of a comparison with one column per run: values, and below them their change against the baseline.
#pragma once

#include <QAbstractTableModel>
#include <QStyledItemDelegate>
#include <QTableView>

#include "core/report/compared_table.h"

namespace stepscope {

class CellTableModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Role { ChangeRole = Qt::UserRole, ToneRole };
  using QAbstractTableModel::QAbstractTableModel;
  void setTable(ComparedTable table, QString title, QStringList runs);
  const ComparedTable& table() const { return table_; }
  QString text() const;  // tab-separated

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  ComparedTable table_;
  QString title_;
  QStringList runs_;
};

// Draws the value and, smaller, the change below it; a cell that differs from the baseline has a tinted background.
class CellDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

// A table as high as all of its rows: the page scrolls, not the table. The action Copy puts the whole table on the clipboard as text.
class CellTable : public QTableView {
  Q_OBJECT
 public:
  explicit CellTable(const QString& name, QWidget* parent = nullptr);
  CellTableModel* cells() const { return model_; }
  void setTable(ComparedTable table, const QString& title, const QStringList& runs);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

 Q_SIGNALS:
  void runClicked(int run);

 private:
  CellTableModel* model_;
};

}  // namespace stepscope
