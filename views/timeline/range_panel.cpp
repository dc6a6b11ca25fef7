#include "views/timeline/range_panel.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/common/elided_label.h"
#include "views/common/icons.h"
#include "views/common/picture_menu.h"
#include "views/common/table_file.h"
#include "views/common/units.h"

namespace stepscope {

namespace {
constexpr int kWaitMs = 60;
}

RangePanel::RangePanel(QWidget* parent)
    : QFrame(parent),
      model_(new RangeTableModel(this)),
      sentence_(new ElidedLabel({}, this)),
      grouping_(new QComboBox(this)),
      view_(new QTableView(this)) {
  setProperty("card", true);
  setAccessibleName(tr("Statistics of the selected range"));
  sentence_->setProperty("role", "heading");
  grouping_->addItems({tr("by name"), tr("by category"), tr("by layer")});
  grouping_->setAccessibleName(tr("Group the statistics"));
  connect(grouping_, &QComboBox::currentIndexChanged, this, &RangePanel::countNow);
  auto* close = new QToolButton(this);
  close->setProperty("flat", true);
  close->setIcon(icon(QStringLiteral("close")));
  close->setToolTip(tr("Clear the range (Escape)"));
  close->setAccessibleName(tr("Clear the range"));
  connect(close, &QToolButton::clicked, this, &RangePanel::closed);
  view_->setModel(model_);
  view_->setSortingEnabled(true);
  view_->sortByColumn(RangeTableModel::Self, Qt::DescendingOrder);
  view_->setSelectionBehavior(QAbstractItemView::SelectRows);
  view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view_->setAlternatingRowColors(true);
  view_->setShowGrid(false);
  view_->setWordWrap(false);
  view_->verticalHeader()->hide();
  view_->verticalHeader()->setDefaultSectionSize(24);
  view_->horizontalHeader()->setHighlightSections(false);
  view_->horizontalHeader()->setSectionResizeMode(RangeTableModel::Name, QHeaderView::Stretch);
  for (int column = 1; column < RangeTableModel::ColumnCount; ++column) view_->setColumnWidth(column, column == RangeTableModel::Share ? 104 : 88);
  view_->setMinimumHeight(70);
  view_->setAccessibleName(tr("What runs in the range"));
  view_->setToolTip(tr("Enter or a double click finds the spans of a row"));
  auto* copy = new QAction(tr("Copy as Table"), view_);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  connect(copy, &QAction::triggered, this, [this] { QApplication::clipboard()->setText(model_->toTable()); });
  view_->addAction(copy);
  auto* save = new QAction(tr("Save Table as CSV..."), view_);
  connect(save, &QAction::triggered, this, [this] { saveTableAs(this, model_->toTable(), QStringLiteral("range statistics")); });
  view_->addAction(save);
  view_->setContextMenuPolicy(Qt::ActionsContextMenu);
  connect(view_, &QTableView::activated, this, [this](const QModelIndex& index) {
    const RangeEntry& entry = model_->statistics().entries[static_cast<std::size_t>(index.row())];
    if (entry.name.empty() || grouping_->currentIndex() == 1) return;
    const QLatin1String kind(grouping_->currentIndex() == 2 ? "layer:" : "name:");
    Q_EMIT nameActivated(kind + QString::fromStdString(entry.name));
  });

  auto* head = new QHBoxLayout;
  head->setContentsMargins(14, 4, 6, 0);
  head->addWidget(sentence_, 1);
  head->addWidget(grouping_);
  head->addWidget(pictureButton({this, QStringLiteral("range statistics"), [this] { return model_->toTable(); }}, this));
  head->addWidget(close);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(1, 2, 1, 1);
  layout->setSpacing(4);
  layout->addLayout(head);
  layout->addWidget(view_, 1);
  timer_.setSingleShot(true);
  timer_.setInterval(kWaitMs);
  connect(&timer_, &QTimer::timeout, this, &RangePanel::countNow);
}

void RangePanel::setRange(std::shared_ptr<const Trace> trace, TimeRange range) {
  trace_ = std::move(trace);
  range_ = range;
  timer_.start();
}

QString RangePanel::sentence() const {
  return sentence_->text();
}

void RangePanel::countNow() {
  timer_.stop();
  const auto grouping = static_cast<RangeGrouping>(grouping_->currentIndex());
  model_->setStatistics(trace_ ? rangeStatistics(*trace_, range_.begin, range_.end, grouping) : RangeStatistics(), grouping);
  const RangeStatistics& statistics = model_->statistics();
  QString text =
      tr("Range of %1").arg(formatNs(range_.end - range_.begin)) + QStringLiteral(" · ") + counted(statistics.spans, tr("span"), tr("spans"));
  if (statistics.spans > 0)
    text += QStringLiteral(" · ") + tr("%1 in spans").arg(formatNs(model_->self())) + QStringLiteral(" · ") +
            counted(static_cast<std::int64_t>(statistics.entries.size()), tr("row"), tr("rows"));
  sentence_->setText(text);
  sentence_->setTip(tr("The time in spans is the self time of all threads and streams together."));
}

}  // namespace stepscope
