#include "views/runs/pinned_columns.h"

#include <QEvent>
#include <QHeaderView>
#include <QScrollBar>

namespace stepscope {

PinnedColumns::PinnedColumns(QTableView* under) : QTableView(under), under_(under) {
  setModel(under->model());
  setSelectionModel(under->selectionModel());
  setFocusPolicy(Qt::NoFocus);
  setFrameShape(QFrame::NoFrame);
  setSelectionBehavior(SelectRows);
  setSelectionMode(under->selectionMode());
  setEditTriggers(NoEditTriggers);
  setAlternatingRowColors(under->alternatingRowColors());
  setShowGrid(false);
  setWordWrap(false);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollMode(under->verticalScrollMode());
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(under->verticalHeader()->defaultSectionSize());
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setSectionsClickable(true);
  hide();
  connect(under->verticalScrollBar(), &QScrollBar::valueChanged, verticalScrollBar(), &QScrollBar::setValue);
  connect(verticalScrollBar(), &QScrollBar::valueChanged, under->verticalScrollBar(), &QScrollBar::setValue);
  QHeaderView* header = under->horizontalHeader();
  for (auto signal : {&QHeaderView::sectionMoved, &QHeaderView::sectionResized}) connect(header, signal, this, &PinnedColumns::follow);
  connect(header, &QHeaderView::sectionCountChanged, this, &PinnedColumns::follow);
  connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this](int section, int, int width) {
    if (!following_ && width > 0) under_->setColumnWidth(section, width);
  });
  connect(horizontalHeader(), &QHeaderView::sectionClicked, header, &QHeaderView::sectionClicked);
  connect(this, &QAbstractItemView::activated, under, &QAbstractItemView::activated);
  under->viewport()->installEventFilter(this);
  under->installEventFilter(this);
}

void PinnedColumns::setCount(int columns) {
  count_ = std::max(0, columns);
  follow();
}

bool PinnedColumns::eventFilter(QObject* object, QEvent* event) {
  if (event->type() == QEvent::Resize || event->type() == QEvent::Show) follow();
  return QTableView::eventFilter(object, event);
}

void PinnedColumns::follow() {
  if (following_) return;
  if (count_ == 0) {
    hide();
    return;
  }
  following_ = true;
  const QHeaderView* header = under_->horizontalHeader();
  int width = 0, left = count_;
  for (int place = 0; place < header->count(); ++place) {
    const int section = header->logicalIndex(place);
    const bool shown = !header->isSectionHidden(section) && left > 0;
    setColumnHidden(section, !shown);
    if (!shown) continue;
    --left;
    const int mine = horizontalHeader()->visualIndex(section);
    if (mine != place) horizontalHeader()->moveSection(mine, place);
    setColumnWidth(section, header->sectionSize(section));
    width += header->sectionSize(section);
  }
  horizontalHeader()->setFixedHeight(header->height());
  setGeometry(under_->frameWidth() + (under_->verticalHeader()->isVisible() ? under_->verticalHeader()->width() : 0), under_->frameWidth(), width,
              under_->viewport()->height() + header->height());
  verticalScrollBar()->setValue(under_->verticalScrollBar()->value());
  show();
  raise();
  following_ = false;
}

}  // namespace stepscope
