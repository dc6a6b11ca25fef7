// The layer tree as a Qt item model: sorted and filtered by a proxy that asks for SortRole and FilterRole.
#pragma once

#include "profiler/trace/time_range.h"
#include "views/graph/layer_tree.h"
// Include Qt after the engine: a plan has a member called `slots`.
#include <QAbstractItemModel>

namespace stepscope {

class GraphModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Column { Layer, Ops, Output, Parameters, Flops, Bytes, Memory, Time, Share, ColumnCount };
  // SortRole: for the layer column its position in the step. FilterRole: the scope and its ops. ShareRole: part of the step in [0, 1].
  enum Role { SortRole = Qt::UserRole, FilterRole, ShareRole };

  explicit GraphModel(QObject* parent = nullptr);
  void setTree(LayerTree tree);
  void setTimes(const Trace& trace);                   // from captured steps; a trace without steps removes the times
  void setTimes(const Trace& trace, TimeRange range);  // for one time range; an empty range removes them
  const LayerTree& tree() const { return tree_; }
  const LayerRow& row(const QModelIndex& index) const;  // the root for an invalid index
  QModelIndex indexOf(std::string_view scope) const;    // invalid if there is no such layer

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

 private:
  void showTimes();
  QString text(const LayerRow& row, int column) const;
  QString tooltip(const LayerRow& row, int column) const;
  QVariant sortKey(int rowIndex, int column) const;
  QModelIndex indexOfRow(int row, int column) const;

  LayerTree tree_;
  std::vector<int> place_;  // for each row, its index among its parent's children
};

}  // namespace stepscope
