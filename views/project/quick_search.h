// Ctrl+K: finds commands, layers, ops and runs by any words of their names.
#pragma once

#include <QAbstractListModel>
#include <QFrame>
#include <functional>
#include <vector>

class QLineEdit;
class QListView;

namespace stepscope {

struct SearchEntry {
  QString kind, title, detail;  // "command", "Train", "Ctrl+R"
  std::function<void()> activate;
};

// Ranks: all words at the beginnings of words before others; then shorter titles first. Pure.
std::vector<int> searchEntries(const std::vector<SearchEntry>& entries, const QString& query, int most = 50);

class SearchModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Role { DetailRole = Qt::UserRole, KindRole };
  using QAbstractListModel::QAbstractListModel;
  void setEntries(std::vector<SearchEntry> entries);
  void setQuery(const QString& query);
  const SearchEntry& entry(int row) const { return entries_[static_cast<std::size_t>(rows_[static_cast<std::size_t>(row)])]; }
  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

 private:
  std::vector<SearchEntry> entries_;
  std::vector<int> rows_;
};

class QuickSearch : public QFrame {
  Q_OBJECT
 public:
  explicit QuickSearch(QWidget* window);
  void open(std::vector<SearchEntry> entries);  // over the top of the window, with the focus
  QLineEdit* edit() const { return edit_; }
  SearchModel* model() const { return model_; }

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void activate(int row);

  QLineEdit* edit_;
  QListView* list_;
  SearchModel* model_;
};

}  // namespace stepscope
