#include "views/project/quick_search.h"

#include <QAction>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>

#include "views/common/theme.h"
#include "views/project/synonyms.h"
#include "views/words/language.h"

namespace stepscope {

namespace {

class EntryDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {200, 30}; }
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyleOptionViewItem blank = option;
    initStyleOption(&blank, index);
    blank.text.clear();
    blank.widget->style()->drawControl(QStyle::CE_ItemViewItem, &blank, painter, blank.widget);
    const Tokens& t = tokens();
    const QRect box = option.rect.adjusted(10, 0, -10, 0);
    painter->setFont(textFont(11));
    painter->setPen(t.dim);
    painter->drawText(QRect(box.left(), box.top(), 70, box.height()), Qt::AlignVCenter, index.data(SearchModel::KindRole).toString());
    const QString detail = index.data(SearchModel::DetailRole).toString();
    painter->drawText(box, Qt::AlignVCenter | Qt::AlignRight, detail);
    const int detailWidth = painter->fontMetrics().horizontalAdvance(detail) + 16;
    painter->setFont(textFont(13));
    painter->setPen(t.text);
    const QRect title = box.adjusted(76, 0, -detailWidth, 0);
    painter->drawText(title, Qt::AlignVCenter, painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, title.width()));
  }
};

}  // namespace

QString searchWordsOf(const QAction* action) {
  return QStringList{action->statusTip(), englishOf(action->text()), englishOf(action->statusTip())}.join(QLatin1Char(' '));
}

std::vector<int> searchEntries(const std::vector<SearchEntry>& entries, const QString& query, int most) {
  const QStringList words = query.split(QLatin1Char(' '), Qt::SkipEmptyParts), synonyms = alsoCalled(query);
  constexpr int kBySynonym = 100;  // rank after all entries that contain the words themselves
  struct Hit {
    int index, misplaced;
    qsizetype length;
  };
  std::vector<Hit> hits;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const QString text = entries[i].title + QLatin1Char(' ') + entries[i].kind;
    // A penalty: 1 for each word found inside another word, 2 for each found only in the meaning of the entry; -1: one of them is missing.
    const auto misplacedOf = [&](const QStringList& asked) {
      int misplaced = 0;
      for (const QString& word : asked) {
        const qsizetype at = text.indexOf(word, 0, Qt::CaseInsensitive);
        if (at < 0 && !entries[i].words.contains(word, Qt::CaseInsensitive)) return -1;
        if (at < 0) misplaced += 2;
        else if (at > 0 && text[at - 1].isLetterOrNumber()) ++misplaced;
      }
      return misplaced;
    };
    int misplaced = misplacedOf(words);
    for (qsizetype s = 0; s < synonyms.size() && misplaced < 0; ++s)
      if (const int other = misplacedOf({synonyms[s]}); other >= 0) misplaced = kBySynonym + other;
    if (misplaced >= 0) hits.push_back({static_cast<int>(i), misplaced, words.isEmpty() ? 0 : entries[i].title.size()});
  }
  std::stable_sort(hits.begin(), hits.end(),
                   [](const Hit& a, const Hit& b) { return a.misplaced != b.misplaced ? a.misplaced < b.misplaced : a.length < b.length; });
  std::vector<int> result;
  for (const Hit& hit : hits)
    if (static_cast<int>(result.size()) < most) result.push_back(hit.index);
  return result;
}

void SearchModel::setEntries(std::vector<SearchEntry> entries) {
  beginResetModel();
  entries_ = std::move(entries);
  rows_ = searchEntries(entries_, {});
  endResetModel();
}

void SearchModel::setQuery(const QString& query) {
  beginResetModel();
  rows_ = searchEntries(entries_, query);
  endResetModel();
}

int SearchModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant SearchModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const SearchEntry& found = entry(index.row());
  switch (role) {
    case Qt::DisplayRole: return found.title;
    case DetailRole: return found.detail;
    case KindRole: return found.kind;
    default: return {};
  }
}

QuickSearch::QuickSearch(QWidget* window)
    : QFrame(window), edit_(new QLineEdit), list_(new QListView), nothing_(new QLabel), model_(new SearchModel(this)) {
  setProperty("card", true);
  setObjectName(QStringLiteral("quickSearch"));
  edit_->setPlaceholderText(tr("Search commands, settings, runs, layers and ops"));
  edit_->setAccessibleName(tr("Quick search"));
  edit_->setFont(textFont(14));
  list_->setModel(model_);
  list_->setAccessibleName(tr("What is found"));
  list_->setItemDelegate(new EntryDelegate(list_));
  list_->setFrameShape(QFrame::NoFrame);
  list_->setUniformItemSizes(true);
  list_->setFocusPolicy(Qt::NoFocus);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(10, 10, 10, 10);
  layout->addWidget(edit_);
  layout->addWidget(list_, 1);
  layout->addWidget(nothing_);
  nothing_->setProperty("role", "dim");
  nothing_->setContentsMargins(4, 6, 4, 6);
  nothing_->setWordWrap(true);
  connect(edit_, &QLineEdit::textChanged, this, [this](const QString& text) {
    model_->setQuery(text);
    list_->setCurrentIndex(model_->index(0));
    const bool nothing = model_->rowCount() == 0;
    nothing_->setText(nothing ? tr("Nothing found for “%1”. Try one word: a command, a setting, a run, a layer or an op.").arg(text) : QString());
    nothing_->setVisible(nothing);
    list_->setVisible(!nothing);
  });
  connect(list_, &QListView::clicked, this, [this](const QModelIndex& index) { activate(index.row()); });
  edit_->installEventFilter(this);
  hide();
}

void QuickSearch::open() {
  std::vector<SearchEntry> entries;
  for (const auto& [group, source] : sources_) source(entries);
  open(std::move(entries));
}

void QuickSearch::open(std::vector<SearchEntry> entries) {
  model_->setEntries(std::move(entries));
  edit_->clear();
  nothing_->hide();
  list_->show();
  list_->setCurrentIndex(model_->index(0));
  const int width = std::min(620, parentWidget()->width() - 40);
  setGeometry((parentWidget()->width() - width) / 2, 72, width, std::min(400, parentWidget()->height() - 120));
  show();
  raise();
  edit_->setFocus();
}

bool QuickSearch::eventFilter(QObject* object, QEvent* event) {
  if (object == edit_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    const int row = list_->currentIndex().row();
    switch (key) {
      case Qt::Key_Down: list_->setCurrentIndex(model_->index(std::min(row + 1, model_->rowCount() - 1))); return true;
      case Qt::Key_Up: list_->setCurrentIndex(model_->index(std::max(row - 1, 0))); return true;
      case Qt::Key_Return:
      case Qt::Key_Enter: activate(row); return true;
      case Qt::Key_Escape: hide(); return true;
      default: break;
    }
  }
  if (object == edit_ && event->type() == QEvent::FocusOut) hide();
  return QFrame::eventFilter(object, event);
}

void QuickSearch::activate(int row) {
  if (row < 0 || row >= model_->rowCount()) return;
  const auto action = model_->entry(row).activate;
  hide();
  if (action) action();
}

}  // namespace stepscope
