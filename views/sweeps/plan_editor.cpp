#include "views/sweeps/plan_editor.h"

#include <QComboBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "core/project/keys.h"
#include "core/project/switches.h"
#include "views/common/empty_state.h"
#include "views/common/icons.h"
#include "views/common/text.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

const std::string kSwitches = "switches.";

// Fills in the switches first, with their titles as tool tips, then every other key except those of [sweep] and [project].
void fillKeys(QComboBox& box) {
  for (const SwitchDef& def : switchDefs()) box.addItem(text(kSwitches + def.key), engineText(def.title));
  for (const KeyDef& def : keyDefs())
    if (!def.key.starts_with(kSwitches) && !def.key.starts_with("sweep.") && !def.key.starts_with("project.")) box.addItem(text(def.key));
  for (int i = 0; i < box.count(); ++i)
    if (const QString title = box.itemData(i).toString(); !title.isEmpty()) box.setItemData(i, title, Qt::ToolTipRole);
}

}  // namespace

PlanEditor::PlanEditor(QWidget* parent)
    : QWidget(parent),
      kind_(new QComboBox),
      draws_(new QWidget),
      keys_(new QWidget),
      runs_(new QSpinBox),
      seed_(new QSpinBox),
      add_(new QPushButton(tr("Add a Key"))),
      list_(new QPlainTextEdit),
      pages_(new QStackedWidget),
      rowLayout_(new QVBoxLayout) {
  kind_->addItem(tr("Grid: every combination"));
  kind_->addItem(tr("Random: drawn combinations"));
  kind_->addItem(tr("List: one run a line"));
  kind_->setAccessibleName(tr("Kind of sweep"));
  kind_->setObjectName(QStringLiteral("sweepKind"));
  runs_->setRange(1, static_cast<int>(kMostSweepRuns));
  runs_->setValue(10);
  runs_->setAccessibleName(tr("Runs to draw"));
  seed_->setRange(0, 1'000'000'000);
  seed_->setValue(1);
  seed_->setAccessibleName(tr("Seed of the draws"));
  auto* draws = new QHBoxLayout(draws_);
  draws->setContentsMargins(0, 0, 0, 0);
  draws->addWidget(new QLabel(tr("Runs")));
  draws->addWidget(runs_);
  draws->addWidget(new QLabel(tr("Seed")));
  draws->addWidget(seed_);
  draws->addStretch(1);

  auto* rows = new QVBoxLayout(keys_);
  rows->setContentsMargins(0, 0, 0, 0);
  rowLayout_->setSpacing(6);
  rows->addLayout(rowLayout_);
  auto* addLine = new QHBoxLayout;
  addLine->addWidget(add_);
  addLine->addStretch(1);
  rows->addLayout(addLine);
  rows->addStretch(1);
  add_->setToolTip(tr("One more switch or setting to vary"));
  QScrollArea* scroll = scrolledDown(keys_);
  scroll->viewport()->setAutoFillBackground(false);  // transparent, on its card
  keys_->setAutoFillBackground(false);
  list_->setPlaceholderText(tr("switches.batch_size=32, train.optimizer.learning_rate=0.1"));
  list_->setAccessibleName(tr("Runs, one a line"));
  list_->setTabChangesFocus(true);
  pages_->addWidget(scroll);
  pages_->addWidget(list_);

  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(kind_);
  layout->addWidget(draws_);
  layout->addWidget(pages_, 1);
  kindChanged();
  connect(kind_, &QComboBox::currentIndexChanged, this, [this] {
    kindChanged();
    Q_EMIT edited();
  });
  connect(runs_, &QSpinBox::valueChanged, this, &PlanEditor::edited);
  connect(seed_, &QSpinBox::valueChanged, this, &PlanEditor::edited);
  connect(list_, &QPlainTextEdit::textChanged, this, &PlanEditor::edited);
  connect(add_, &QPushButton::clicked, this, [this] {
    // The next switch that is not in the list yet.
    std::string key = kSwitches + switchDefs().front().key;
    for (const SwitchDef& def : switchDefs()) {
      const bool taken = std::any_of(rows_.begin(), rows_.end(), [&](const Row& row) { return row.key->currentText() == text(kSwitches + def.key); });
      if (taken) continue;
      key = kSwitches + def.key;
      break;
    }
    addRow({key, proposalFor(key)});
    rows_.back().values->setFocus();
    Q_EMIT edited();
  });
}

void PlanEditor::kindChanged() {
  draws_->setVisible(kind_->currentIndex() == static_cast<int>(SweepKind::Random));
  pages_->setCurrentIndex(kind_->currentIndex() == static_cast<int>(SweepKind::List) ? 1 : 0);
}

void PlanEditor::setProject(const Project* project) {
  project_ = project ? *project : Project();
}

// Proposes all values of a choice; for a number half the present value, that value and twice that value.
QString PlanEditor::proposalFor(const std::string& key) const {
  for (const SwitchDef& def : switchDefs()) {
    if (kSwitches + def.key != key) continue;
    QStringList values;
    if (!def.choices.empty()) {
      for (const std::string& choice : def.choices) values << text(choice);
      return values.join(QStringLiteral(", "));
    }
    const std::int64_t now = def.get(project_.switches);
    for (const std::int64_t value : {now / 2, now, now * 2})
      if (value >= def.minimum && value <= def.maximum && !values.contains(text(valueText(def, value)))) values << text(valueText(def, value));
    return values.join(QStringLiteral(", "));
  }
  const KeyDef* def = findKey(key);
  if (!def || !def->get) return {};
  if (def->type == KeyType::Choice) {
    QStringList values;
    for (const std::string& choice : def->choices) values << text(choice);
    return values.join(QStringLiteral(", "));
  }
  const KeyValue value = def->get(project_);
  if (const auto* real = std::get_if<double>(&value); real && *real > 0)
    return QStringLiteral("%1, %2, %3").arg(*real / 3, 0, 'g', 2).arg(*real).arg(*real * 3, 0, 'g', 2);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return QString::number(*whole);
  if (def->type == KeyType::Flag) return QStringLiteral("false, true");
  return {};
}

void PlanEditor::addRow(const SweepPlan::Row& row) {
  Row made{new QWidget, new QComboBox, new QLineEdit, new QPushButton};
  fillKeys(*made.key);
  made.key->setEditable(true);
  made.key->setInsertPolicy(QComboBox::NoInsert);
  made.key->completer()->setFilterMode(Qt::MatchContains);
  made.key->completer()->setCompletionMode(QCompleter::PopupCompletion);
  made.key->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  made.key->setMinimumContentsLength(18);
  made.key->setCurrentText(text(row.key));
  made.key->lineEdit()->setCursorPosition(0);  // show the beginning of the key
  made.key->setAccessibleName(tr("Key"));
  made.values->setText(row.values);
  made.values->setPlaceholderText(tr("32, 64"));
  made.values->setAccessibleName(tr("Values"));
  made.values->setToolTip(tr("Values separated by commas; for random sweeps also a range: 0.001..0.1 log"));
  made.remove->setIcon(icon(QStringLiteral("close")));
  made.remove->setFixedWidth(30);
  made.remove->setProperty("flat", true);
  made.remove->setToolTip(tr("No longer vary this"));
  made.remove->setAccessibleName(tr("No longer vary this"));
  auto* layout = new QHBoxLayout(made.widget);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(6);
  layout->addWidget(made.key, 3);
  layout->addWidget(made.values, 2);
  layout->addWidget(made.remove);
  connect(made.key, &QComboBox::activated, this, [this, key = made.key, values = made.values] {
    values->setText(proposalFor(key->currentText().toStdString()));
    Q_EMIT edited();
  });
  connect(made.key, &QComboBox::editTextChanged, this, &PlanEditor::edited);
  connect(made.values, &QLineEdit::textChanged, this, &PlanEditor::edited);
  connect(made.remove, &QPushButton::clicked, this, [this, widget = made.widget] {
    removeRow(widget);
    Q_EMIT edited();
  });
  rowLayout_->addWidget(made.widget);
  rows_.push_back(made);
}

void PlanEditor::removeRow(QWidget* widget) {
  std::erase_if(rows_, [widget](const Row& row) { return row.widget == widget; });
  rowLayout_->removeWidget(widget);
  widget->hide();
  widget->deleteLater();
}

SweepPlan PlanEditor::plan() const {
  SweepPlan plan;
  plan.kind = static_cast<SweepKind>(kind_->currentIndex());
  plan.runs = runs_->value();
  plan.seed = static_cast<std::uint64_t>(seed_->value());
  for (const Row& row : rows_) plan.rows.push_back({row.key->currentText().trimmed().toStdString(), row.values->text()});
  plan.list = list_->toPlainText();
  return plan;
}

void PlanEditor::setPlan(const SweepPlan& plan) {
  const QSignalBlocker quiet(this);
  kind_->setCurrentIndex(static_cast<int>(plan.kind));
  runs_->setValue(static_cast<int>(plan.runs));
  seed_->setValue(static_cast<int>(plan.seed));
  while (!rows_.empty()) removeRow(rows_.back().widget);
  for (const SweepPlan::Row& row : plan.rows) addRow(row);
  list_->setPlainText(plan.list);
  kindChanged();
}

}  // namespace stepscope
