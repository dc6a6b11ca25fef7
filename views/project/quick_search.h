// Ctrl+K: finds commands, views, switches, settings, runs, layers and ops by any words of their names.
#pragma once

#include <QAbstractListModel>
#include <QFrame>
#include <functional>
#include <vector>

class QLabel;
class QLineEdit;
class QListView;

namespace stepscope {

struct SearchEntry {
  QString kind, title, detail;  // "command", "Train", "Ctrl+R"
  std::function<void()> activate;
  QString words = {};  // by which it is found too: what it means
};

// Ranks: all words in the title and at the beginnings of words before others; then shorter titles first. Pure.
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
  QLabel* nothingLabel() const { return nothing_; }  // what is said when nothing is found

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void activate(int row);

  QLineEdit* edit_;
  QListView* list_;
  QLabel* nothing_;
  SearchModel* model_;
};

}  // namespace stepscope
