#include "views/start/columns_table.h"

#include <QComboBox>
#include <QHeaderView>
#include <algorithm>

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

enum Column { Name, Reading, Different, Empty, Example, Why, Columns };

constexpr int kMostChoices = 60;  // with more columns than this, their reading can be changed only in the project file

constexpr int kWidestExample = 130;

bool in(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

QString wordOf(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::Number: return tr("numbers");
    case ColumnKind::Date: return tr("dates");
    case ColumnKind::Category: return tr("categories");
    case ColumnKind::Text: return tr("texts");
    case ColumnKind::LeftOut: return tr("left out");
  }
  return {};
}

QString listed(const std::vector<std::string>& parts) {
  QStringList words;
  for (const std::string& part : parts) words << engineText(part);
  return words.join(QCoreApplication::translate("stepscope", ", "));
}

}  // namespace

ColumnsTable::ColumnsTable(QWidget* parent) : QTreeWidget(parent) {
  setHeaderLabels({tr("Column"), tr("Read as"), tr("Different"), tr("Empty"), tr("For example"), tr("Remark")});
  setAccessibleName(tr("Columns of the table"));
  setRootIsDecorated(false);
  setUniformRowHeights(true);
  setSelectionMode(QAbstractItemView::NoSelection);
  setFocusPolicy(Qt::NoFocus);
  header()->setStretchLastSection(true);
  // The table is as high as all of its rows. Qt adjusts it when the boxes of the column "Read as" get their final height, with the window's style.
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setSizeAdjustPolicy(QAbstractScrollArea::AdjustToContents);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ColumnsTable::setData(const DataPreview& data) {
  data_ = data;
  clear();
  const bool choose = !readOnly_ && data.finished && static_cast<int>(data.columns.size()) <= kMostChoices;
  for (const ColumnFacts& column : data.columns) addColumn(column, choose);
  for (int c = 0; c < Columns - 1; ++c) resizeColumnToContents(c);
  setColumnWidth(Example, std::min(columnWidth(Example), kWidestExample));
  int width = 0;
  for (int row = 0; row < topLevelItemCount(); ++row)
    if (QWidget* box = itemWidget(topLevelItem(row), Reading)) width = std::max(width, box->sizeHint().width());
  if (width > 0) setColumnWidth(Reading, width + 4);
}

void ColumnsTable::addColumn(const ColumnFacts& column, bool choose) {
  const bool target = in(data_.spec.target, column.name), left = column.kind == ColumnKind::LeftOut || in(data_.spec.ignore, column.name);
  const ColumnKind kind = left && !target ? ColumnKind::LeftOut : column.kind;
  QString reading = wordOf(kind);
  if (target) reading = tr("to predict: %1").arg(reading);
  QString example = text(column.example);
  if (!column.value.empty()) example = tr("%1 is %2").arg(example, text(column.value));
  QString remark = column.why.empty() ? listed(column.how) : engineText(column.why);
  if (!column.marks.empty()) {
    QStringList marks;
    for (const std::string& mark : column.marks) marks << text(mark);
    const QString words = tr("no value: %1").arg(marks.join(QLatin1Char(' ')));
    remark = remark.isEmpty() ? words : remark + QCoreApplication::translate("stepscope", ", ") + words;
  }
  auto* item = new QTreeWidgetItem(
      this, {text(column.name), choose ? QString() : reading, column.different >= kMostDifferent ? tr("many") : formatCount(column.different),
             column.missing > 0 ? formatCount(column.missing) : QStringLiteral("–"), example, remark});
  item->setToolTip(Why, remark);
  if (target)
    for (int c = 0; c <= Reading; ++c) item->setFont(c, textFont(12, QFont::DemiBold));
  if (!choose) return;
  auto* box = new QComboBox;
  box->setAccessibleName(tr("How %1 is read").arg(text(column.name)));
  box->setFrame(false);
  box->addItem(column.asked || (left && in(data_.spec.ignore, column.name) && !target) ? tr("as it comes") : reading, QString());
  const auto offer = [&](ColumnKind other, const char* key) {
    const bool now = kind == other && (column.asked || other == ColumnKind::LeftOut);
    if (kind != other || now) box->addItem(target ? tr("to predict: %1").arg(wordOf(other)) : wordOf(other), QLatin1String(key));
    if (now) box->setCurrentIndex(box->count() - 1);
  };
  offer(ColumnKind::Number, "numbers");
  offer(ColumnKind::Date, "dates");
  offer(ColumnKind::Category, "categories");
  if (!target) offer(ColumnKind::LeftOut, "ignore");
  setItemWidget(item, Reading, box);
  connect(box, &QComboBox::activated, this, [this, box, name = column.name] {
    DataSpec spec = data_.spec;
    for (auto* list : {&spec.numbers, &spec.dates, &spec.categories, &spec.ignore}) std::erase(*list, name);
    const QString key = box->currentData().toString();
    if (key == QLatin1String("numbers")) spec.numbers.push_back(name);
    if (key == QLatin1String("dates")) spec.dates.push_back(name);
    if (key == QLatin1String("categories")) spec.categories.push_back(name);
    if (key == QLatin1String("ignore")) spec.ignore.push_back(name);
    Q_EMIT readingChosen(spec);
  });
}

QComboBox* ColumnsTable::readingOf(const QString& column) const {
  for (int row = 0; row < topLevelItemCount(); ++row)
    if (topLevelItem(row)->text(Name) == column) return qobject_cast<QComboBox*>(itemWidget(topLevelItem(row), Reading));
  return nullptr;
}

}  // namespace stepscope
