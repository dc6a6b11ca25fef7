// Ctrl+K: finds commands, views, switches, settings, runs, layers and ops by any words in their names.
#pragma once

#include <QAbstractListModel>
#include <QFrame>
#include <functional>
#include <map>
#include <utility>
#include <vector>

class QAction;
class QLabel;
class QLineEdit;
class QListView;

namespace stepscope {

struct SearchEntry {
  QString kind, title, detail;  // "command", "Train", "Ctrl+R"
  std::function<void()> activate;
  QString words = {};  // further words to find it by: its meaning
};

// Words besides its title by which an action is found: its description, and both in English.
QString searchWordsOf(const QAction* action);

// The source of an entry; without a query they are listed in this order.
enum class SearchGroup { Commands, Languages, Switches, Settings, RunCommands, Runs, Layers, Ops };

// The indices of the entries that contain all words of `query`, best first, at most `most`. Entries with every word in the title, at the beginning of
// a word there, come before others; then shorter titles come first. Pure.
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
  // Adds its entries whenever the search is opened. Sources of one group are called in the order in which they were added.
  using Source = std::function<void(std::vector<SearchEntry>&)>;
  void add(SearchGroup group, Source source) { sources_.emplace(group, std::move(source)); }
  void open();                                  // with the entries of all sources
  void open(std::vector<SearchEntry> entries);  // at the top of the window, with the focus
  QLineEdit* edit() const { return edit_; }
  SearchModel* model() const { return model_; }
  QLabel* nothingLabel() const { return nothing_; }  // the text if nothing is found

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void activate(int row);

  std::multimap<SearchGroup, Source> sources_;
  QLineEdit* edit_;
  QListView* list_;
  QLabel* nothing_;
  SearchModel* model_;
};

}  // namespace stepscope
