// Base class of table models with fixed columns, each with a title, a tooltip and an alignment. Derived classes provide the rows.
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <vector>

namespace stepscope {

class ColumnsModel : public QAbstractTableModel {
 public:
  enum Side { Left, Right };
  struct Column {
    QString title;
    Side side;
    QString tip{};
  };
  ColumnsModel(std::vector<Column> columns, QObject* parent);

  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 protected:
  QVariant alignment(int column) const;
  bool isLeft(int column) const { return columns_[static_cast<std::size_t>(column)].side == Left; }
  void setTitle(int column, const QString& title) { columns_[static_cast<std::size_t>(column)].title = title; }
  QString titles() const;  // all titles in one line, tab-separated

 private:
  std::vector<Column> columns_;
};

}  // namespace stepscope
