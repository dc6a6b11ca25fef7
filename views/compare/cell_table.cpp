#include "views/compare/cell_table.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QPainter>

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/compare/run_mark.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {
constexpr int kLow = 28, kHigh = 42;  // px, heights of rows with one and with two lines
constexpr int kWidest = 320;          // maximum width of a column in px; longer text is elided
}  // namespace

void CellTableModel::setTable(ComparedTable table, QString title, QStringList runs) {
  beginResetModel();
  table_ = std::move(table);
  title_ = std::move(title);
  runs_ = std::move(runs);
  endResetModel();
}

QString CellTableModel::text() const {
  std::vector<std::string> names;
  for (const QString& run : runs_) names.push_back(run.toStdString());
  // The copied text is translated, like the table on the screen.
  ComparedTable shown = table_;
  const auto translate = [](std::string& words) { words = engineText(words).toStdString(); };
  for (ComparedRow& row : shown.rows) {
    translate(row.title);
    translate(row.of);
    for (ComparedCell& cell : row.cells) {
      translate(cell.text);
      translate(cell.change);
    }
  }
  return stepscope::text(textOf(shown, title_.toStdString(), names));
}

int CellTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(table_.rows.size());
}
int CellTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(runs_.size()) + 1;
}

QVariant CellTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const ComparedRow& row = table_.rows[static_cast<std::size_t>(index.row())];
  if (index.column() == 0) {
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole) return shownName(engineText(cleanName(stepscope::text(row.title)).toStdString()));
    if (role == ChangeRole) return engineText(row.of);
    return {};
  }
  const auto run = static_cast<std::size_t>(index.column() - 1);
  if (run >= row.cells.size()) return {};
  const ComparedCell& cell = row.cells[run];
  switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: return engineText(cell.text);
    case ChangeRole: return engineText(cell.change);
    case ToneRole: return static_cast<int>(cell.tone);
    case Qt::AccessibleTextRole:
      return (cell.change.empty() ? engineText(cell.text) : engineText(cell.text) + QStringLiteral(", ") + engineText(cell.change));
    default: return {};
  }
}

QVariant CellTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::DisplayRole) return section == 0 ? title_ : shownName(runs_.value(section - 1));
  if (role == Qt::DecorationRole && section > 0) return runMark(section - 1, qApp->devicePixelRatio());
  if (role == Qt::TextAlignmentRole) return QVariant(static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter));
  return {};
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const Tokens& t = tokens();
  const auto tone = static_cast<ComparedCell::Tone>(index.data(CellTableModel::ToneRole).toInt());
  const QString value = index.data().toString(), change = index.data(CellTableModel::ChangeRole).toString();
  painter->save();
  if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, t.raised);
  const QRect box = option.rect.adjusted(4, 2, -4, -2);
  if (tone == ComparedCell::Tone::Differs) {
    QColor tint = t.accent;
    tint.setAlphaF(0.14f);
    painter->setPen(Qt::NoPen);
    painter->setBrush(tint);
    painter->drawRoundedRect(box, 3, 3);
  }
  const bool two = !change.isEmpty();
  const QRect inner = box.adjusted(4, 0, -4, 0);
  painter->setFont(textFont(12, tone == ComparedCell::Tone::Differs ? QFont::DemiBold : QFont::Normal));
  painter->setPen(tone == ComparedCell::Tone::Differs ? t.accent : t.text);
  const QRect upper = two ? QRect(inner.left(), inner.top(), inner.width(), inner.height() / 2 + 1) : inner;
  painter->drawText(upper, Qt::AlignLeft | Qt::AlignVCenter, painter->fontMetrics().elidedText(value, Qt::ElideRight, upper.width()));
  if (two) {
    painter->setFont(textFont(11));
    painter->setPen(tone == ComparedCell::Tone::Good ? t.good : tone == ComparedCell::Tone::Bad ? t.warn : t.dim);
    const QRect lower(inner.left(), inner.center().y() + 1, inner.width(), inner.height() / 2);
    painter->drawText(lower, Qt::AlignLeft | Qt::AlignVCenter, painter->fontMetrics().elidedText(change, Qt::ElideRight, lower.width()));
  }
  painter->setPen(QPen(t.line, 1));
  painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
  painter->restore();
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const QString value = index.data().toString(), change = index.data(CellTableModel::ChangeRole).toString();
  const int wide =
      std::max(QFontMetrics(textFont(12, QFont::DemiBold)).horizontalAdvance(value), QFontMetrics(textFont(11)).horizontalAdvance(change));
  Q_UNUSED(option);
  return {std::min(wide, kWidest) + 20, change.isEmpty() ? kLow : kHigh};
}

CellTable::CellTable(const QString& name, QWidget* parent) : QTableView(parent), model_(new CellTableModel(this)) {
  setModel(model_);
  setItemDelegate(new CellDelegate(this));
  setAccessibleName(name);
  setShowGrid(false);
  setWordWrap(false);
  setTabKeyNavigation(false);  // Tab leaves the table, arrow keys move in it
  setSelectionBehavior(QAbstractItemView::SelectRows);
  setSelectionMode(QAbstractItemView::SingleSelection);
  setEditTriggers(QAbstractItemView::NoEditTriggers);
  setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  verticalHeader()->hide();
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setTextElideMode(Qt::ElideRight);
  horizontalHeader()->setSectionsClickable(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(horizontalHeader(), &QHeaderView::sectionClicked, this, [this](int section) {
    if (section > 0) Q_EMIT runClicked(section - 1);
  });
  auto* copy = new QAction(stepscope::tr("Copy as Table"), this);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetShortcut);
  connect(copy, &QAction::triggered, this, [this] { QApplication::clipboard()->setText(model_->text()); });
  addAction(copy);
  setContextMenuPolicy(Qt::ActionsContextMenu);
}

void CellTable::setTable(ComparedTable table, const QString& title, const QStringList& runs) {
  model_->setTable(std::move(table), title, runs);
  horizontalHeader()->setStretchLastSection(false);
  const bool few = runs.size() <= 4;
  horizontalHeader()->setSectionResizeMode(few ? QHeaderView::Stretch : QHeaderView::Interactive);
  if (few) horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  if (!few) resizeColumnsToContents();
  for (int row = 0; row < model_->rowCount(); ++row) {
    bool two = false;
    for (int column = 0; column < model_->columnCount(); ++column)
      two = two || !model_->index(row, column).data(CellTableModel::ChangeRole).toString().isEmpty();
    setRowHeight(row, two ? kHigh : kLow);
  }
  updateGeometry();
}

QSize CellTable::sizeHint() const {
  int height = horizontalHeader()->sizeHint().height() + 2;
  for (int row = 0; row < model_->rowCount(); ++row) height += rowHeight(row);
  const bool wide = model_->columnCount() > 5;
  return {320, height + (wide ? 14 : 0)};
}

}  // namespace stepscope
