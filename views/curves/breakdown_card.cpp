#include "views/curves/breakdown_card.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/common/picture_menu.h"
#include "views/common/share_bar.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/curves/op_table_model.h"
#include "views/words/engine_text.h"

namespace stepscope {

QString titleOf(Category category) {
  switch (category) {
    case Category::Data: return QObject::tr("data wait");
    case Category::Copy: return QObject::tr("reorders, casts");
    case Category::Idle: return QObject::tr("between ops");
    default: return engineText(nameOf(category));
  }
}

namespace {

// The time of a category per step. A data wait below one percent of the step is "none", because the loader is then fast enough.
QString timeOf(const CategoryTime& part) {
  constexpr double kNoWait = 0.01;
  return part.category == Category::Data && part.share < kNoWait ? QObject::tr("none") : formatMs(part.msPerStep);
}

}  // namespace

BreakdownCard::BreakdownCard(QWidget* parent)
    : Card(tr("Step breakdown"), {}, parent),
      bar_(new ShareBar(28)),
      legend_(new QLabel),
      hint_(new QLabel(tr("Where the time of a step goes, by phase and by op. It appears once steps are captured: press C while training."))),
      model_(new OpTableModel(this)),
      sorted_(new QSortFilterProxyModel(this)),
      view_(new QTableView) {
  setAccessibleName(tr("Step breakdown"));
  sorted_->setSourceModel(model_);
  sorted_->setSortRole(OpTableModel::SortRole);
  view_->setModel(sorted_);
  view_->setSortingEnabled(true);
  view_->sortByColumn(OpTableModel::Time, Qt::DescendingOrder);
  view_->setAlternatingRowColors(true);
  view_->setShowGrid(false);
  view_->setSelectionBehavior(QAbstractItemView::SelectRows);
  view_->setSelectionMode(QAbstractItemView::SingleSelection);
  view_->setWordWrap(false);
  view_->verticalHeader()->hide();
  view_->verticalHeader()->setDefaultSectionSize(24);
  view_->horizontalHeader()->setHighlightSections(false);
  view_->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
  view_->horizontalHeader()->setStretchLastSection(true);
  view_->setMinimumHeight(112);
  view_->setIconSize(QSize(9, 9));
  view_->setAccessibleName(tr("Time by op"));
  const int widths[] = {240, 104, 112, 82, 124, 110};
  for (int column = 0; column < 6; ++column) view_->setColumnWidth(column, widths[column]);
  connect(view_, &QTableView::activated, this,  // Enter, or a double click
          [this](const QModelIndex& index) { Q_EMIT layerActivated(index.siblingAtColumn(OpTableModel::Layer).data().toString()); });
  hint_->setProperty("role", "dim");
  hint_->setWordWrap(true);
  legend_->setTextFormat(Qt::RichText);
  legend_->setWordWrap(true);
  legend_->setMinimumWidth(400);  // a wrapped label without a minimum width requests the height of a narrow column
  addToHeader(pictureButton({this, QStringLiteral("step-breakdown"), [this] { return model_->table(); }}, this));
  body()->addWidget(hint_);
  body()->addWidget(bar_);
  body()->addWidget(legend_);
  body()->addWidget(view_, 1);
  body()->addStretch(0);
  setBreakdown(nullptr);
}

void BreakdownCard::setBreakdown(std::shared_ptr<const StepBreakdown> breakdown, const QString& note) {
  breakdown_ = std::move(breakdown);
  std::vector<SharePart> parts;
  for (std::size_t i = 0; breakdown_ && i < breakdown_->categories.size(); ++i) {
    const CategoryTime& part = breakdown_->categories[i];
    parts.push_back({titleOf(part.category),
                     part.share,
                     formatMs(part.msPerStep),
                     formatPercent(part.share),
                     categoryColor(part.category),
                     part.category == Category::Idle,
                     {}});
  }
  bar_->setParts(std::move(parts));
  model_->setBreakdown(breakdown_);
  for (QWidget* widget : std::initializer_list<QWidget*>{bar_, legend_, view_}) widget->setVisible(breakdown_ != nullptr);
  hint_->setVisible(breakdown_ == nullptr);
  setNote(breakdown_ && !note.isEmpty() ? note
          : breakdown_                  ? counted(breakdown_->steps, tr("captured step"), tr("captured steps")) +
                             tr(" · median %1 · p95 %2").arg(formatMs(breakdown_->medianStepMs), formatMs(breakdown_->p95StepMs))
                       : QString());
  showLegend();
}

void BreakdownCard::showLegend() {
  if (!breakdown_) return;
  QStringList html, plain;
  for (const CategoryTime& part : breakdown_->categories) {
    html << QStringLiteral("<span style='color:%1'>■</span>&nbsp;<span style='color:%2'>%3&nbsp;%4</span>")
                .arg(categoryColor(part.category).name(), tokens().dim.name(),
                     titleOf(part.category).replace(QLatin1Char(' '), QStringLiteral("&nbsp;")), timeOf(part));
    plain << titleOf(part.category) + QLatin1Char(' ') + timeOf(part);
  }
  legend_->setText(html.join(QStringLiteral(" &nbsp; &nbsp; ")));
  setAccessibleDescription(plain.join(QStringLiteral(", ")));
}

void BreakdownCard::changeEvent(QEvent* event) {
  Card::changeEvent(event);
  if (isThemeChange(event) && legend_) showLegend();
}

}  // namespace stepscope
