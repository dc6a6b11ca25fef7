#include "views/switches/project_panel.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QEvent>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QUndoCommand>
#include <QUndoStack>
#include <QVBoxLayout>
#include <algorithm>

#include "core/project/switches.h"
#include "core/train/steps/accumulation.h"
#include "views/common/empty_state.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/session/session.h"
#include "views/switches/switch_rows_text.h"
#include "views/switches/switch_sentences.h"
#include "views/switches/switches_model.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

QFrame* rule() {
  auto* line = new QFrame;
  line->setFrameShape(QFrame::HLine);
  line->setFrameShadow(QFrame::Plain);
  line->setFixedHeight(1);
  line->setForegroundRole(QPalette::Mid);
  return line;
}

// The size of the model's answer for a sample: the number of classes or targets, or the vocabulary.
QString answers(const ModelInput& input) {
  switch (input.task) {
    case Task::Classification: return input.classes == 1 ? QObject::tr("1 class") : QObject::tr("%1 classes").arg(formatCount(input.classes));
    case Task::Regression: return counted(input.classes, QObject::tr("target"), QObject::tr("targets"));
    case Task::LanguageModel: return QObject::tr("vocabulary of %1").arg(input.classes);
  }
  return {};
}

QLabel* section(const QString& text) {
  auto* label = new QLabel(text);
  label->setProperty("role", "section");
  return label;
}

QSpinBox* numberField(const SwitchDef& def) {
  auto* spin = new QSpinBox;
  spin->setRange(static_cast<int>(def.minimum), static_cast<int>(std::min<std::int64_t>(def.maximum, 10'000'000)));
  spin->setButtonSymbols(QAbstractSpinBox::NoButtons);
  spin->setAlignment(Qt::AlignCenter);
  spin->setKeyboardTracking(true);
  spin->setAccelerated(true);
  if (!def.unit.empty()) spin->setSuffix(QLatin1Char(' ') + QString::fromStdString(def.unit));
  return spin;
}

QComboBox* choiceField(const SwitchDef& def) {
  auto* combo = new QComboBox;
  for (const std::string& name : def.choices) combo->addItem(QString::fromStdString(name));
  return combo;
}

QString optimizerText(const OptimizerSpec& spec) {
  const OptimizerDef& def = optimizerDef(spec.kind);
  QString text = QObject::tr("%1, rate %2").arg(engineText(def.title), formatLearningRate(spec.learningRate));
  if (spec.momentum > 0 && def.hasMomentum && spec.kind != OptimizerSpec::Kind::Adam && spec.kind != OptimizerSpec::Kind::AdamW)
    text += QObject::tr(", momentum %1").arg(formatNumber(spec.momentum));
  return text;
}

QString scheduleText(const ScheduleSpec& spec) {
  QString text = engineText(scheduleOf(spec).title);
  if (spec.warmupEpochs > 0) text += QObject::tr(", warm-up %1").arg(formatNumber(spec.warmupEpochs));
  return text;
}

// The purpose of a switch, and the effect of changing it.
QString helpOf(const SwitchDef& def) {
  const std::string_view kind = describe(def.kind);
  return engineText(def.help) + ProjectPanel::tr("\nIt is %1.").arg(engineText(kind));
}

}  // namespace

ProjectPanel::ProjectPanel(SwitchesModel* model, QWidget* parent)
    : QWidget(parent),
      model_(model),
      facts_(new QGridLayout),
      total_(new QLabel),
      limits_(new QLabel),
      fitSaid_(new QLabel),
      measured_(new QLabel),
      body_(new QVBoxLayout),
      bar_(new QFrame),
      consequence_(new QLabel),
      apply_(new QPushButton(tr("Apply"))),
      revert_(new QPushButton(tr("Revert"))),
      fit_(new QPushButton(tr("Largest batch that fits"))),
      history_(new QUndoStack(this)) {
  setObjectName(QStringLiteral("projectPanel"));
  setBackgroundRole(QPalette::Base);
  setAutoFillBackground(true);
  facts_->setHorizontalSpacing(10);
  facts_->setVerticalSpacing(5);
  facts_->setColumnMinimumWidth(0, 66);
  facts_->setColumnStretch(1, 1);
  int row = 0;
  addFact(row++, tr("Model"), modelFact_);
  addFact(row++, tr("Data"), dataFact_);
  addFact(row++, tr("Sample"), inputFact_);
  addFact(row++, tr("Optimizer"), optimizerFact_);
  addFact(row++, tr("Schedule"), scheduleFact_);
  addFact(row++, tr("Length"), lengthFact_);

  total_->setTextFormat(Qt::RichText);
  total_->setWordWrap(true);
  for (QLabel* label : {limits_, fitSaid_}) {
    label->setProperty("role", "dim");
    label->setWordWrap(true);
    label->setVisible(false);
  }
  measured_->setTextFormat(Qt::RichText);
  measured_->setWordWrap(true);
  measured_->setAccessibleName(tr("Predicted and measured"));
  measured_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  fit_->setToolTip(
      tr("Asks the planner which batches fit the memory that is free, and sets the one from which more samples a step give no "
         "more speed; nothing is run"));
  connect(fit_, &QPushButton::clicked, this, [this] {
    fitSaid_->setText(tr("Planning"));
    fitSaid_->setVisible(true);
    model_->fitBatchSize();
    fit_->setEnabled(model_->canFit());
  });
  connect(model_, &SwitchesModel::fitted, this, [this](const QString& sentence) {
    fitSaid_->setText(sentence);
    fitSaid_->setVisible(true);
    fit_->setEnabled(true);
  });

  auto* facts = new QWidget;
  auto* content = new QVBoxLayout(facts);
  content->setContentsMargins(0, 0, 0, 0);
  content->setSpacing(0);
  body_->setContentsMargins(14, 10, 14, 12);
  body_->setSpacing(10);
  body_->addLayout(facts_);
  body_->addSpacing(4);
  body_->addWidget(rule());
  body_->addSpacing(2);
  body_->addLayout(buildSwitches());
  body_->addWidget(limits_);
  body_->addWidget(fit_);
  body_->addWidget(fitSaid_);
  body_->addWidget(total_);
  body_->addWidget(measured_);
  content->addLayout(body_);
  content->addStretch(1);
  body_ = content;
  facts->setBackgroundRole(QPalette::Base);
  facts->setAutoFillBackground(true);
  QScrollArea* scroll = scrolledDown(facts);
  scroll->setFocusPolicy(Qt::NoFocus);
  // As wide as its content, plus the scroll bar.
  scroll->setMinimumWidth(std::max(270, facts->minimumSizeHint().width() + scroll->verticalScrollBar()->sizeHint().width()));
  buildBar();
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(scroll, 1);
  layout->addWidget(bar_);
  connect(model_, &SwitchesModel::pendingChanged, this, &ProjectPanel::showPending);
  connect(model_, &SwitchesModel::predictionChanged, this, &ProjectPanel::showPrediction);
  showRows();
  setProject(nullptr);
}

QGridLayout* ProjectPanel::buildSwitches() {
  auto* switches = new QGridLayout;
  switches->setHorizontalSpacing(8);
  switches->setVerticalSpacing(8);
  switches->setColumnStretch(0, 1);
  auto* predicted = section(tr("predicted"));
  predicted->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  switches->addWidget(section(tr("Switches")), 0, 0);
  switches->addWidget(predicted, 0, 1, 1, 2);
  int row = 1;
  for (const SwitchDef& def : switchDefs()) {
    auto* label = new QLabel(engineText(def.title));
    label->setWordWrap(true);  // a long title must not push the predictions out of the panel
    const QString help = helpOf(def);
    QSpinBox* spin = def.choices.empty() ? numberField(def) : nullptr;
    QComboBox* combo = def.choices.empty() ? nullptr : choiceField(def);
    QWidget* field = spin ? static_cast<QWidget*>(spin) : combo;
    field->setAccessibleName(engineText(def.title));
    field->setFixedWidth(82);
    field->setFocusPolicy(Qt::StrongFocus);  // the wheel does not take the focus
    field->setToolTip(help);
    label->setToolTip(help);
    label->setBuddy(field);
    auto* prediction = new QLabel;
    prediction->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    prediction->setTextFormat(Qt::RichText);
    prediction->setFixedWidth(120);
    prediction->setMinimumHeight(30);
    switches->addWidget(label, row, 0);
    switches->addWidget(field, row, 1);
    switches->addWidget(prediction, row, 2);
    ++row;
    rows_.push_back({def.key, label, spin, combo, prediction});
    const auto changed = [this, key = def.key](int value) { model_->setPending(key, value); };
    if (spin) connect(spin, &QSpinBox::valueChanged, this, changed);
    if (combo) connect(combo, &QComboBox::currentIndexChanged, this, changed);
    field->installEventFilter(this);  // Enter applies, Escape reverts
  }
  return switches;
}

void ProjectPanel::buildBar() {
  bar_->setObjectName(QStringLiteral("switchBar"));
  consequence_->setTextFormat(Qt::RichText);
  consequence_->setWordWrap(true);
  consequence_->setObjectName(QStringLiteral("consequence"));
  apply_->setProperty("primary", true);
  apply_->setToolTip(tr("Applies the changed switches (Enter in a field)"));
  revert_->setToolTip(tr("Resets the fields to the applied values (Escape in a field)"));
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(apply_, 1);
  buttons->addWidget(revert_, 1);
  auto* layout = new QVBoxLayout(bar_);
  layout->setContentsMargins(14, 0, 14, 10);
  layout->setSpacing(8);
  layout->addWidget(rule());
  layout->addWidget(consequence_);
  layout->addLayout(buttons);
  connect(apply_, &QPushButton::clicked, this, &ProjectPanel::apply);
  connect(revert_, &QPushButton::clicked, model_, &SwitchesModel::revert);
}

void ProjectPanel::addBelow(QWidget* widget) {
  body_->insertWidget(body_->count() - 1, widget);
}

namespace {

// Applied switches can be undone: the earlier switches are requested again.
class ApplySwitches : public QUndoCommand {
 public:
  ApplySwitches(ProjectPanel* panel, const Switches& before, const Switches& after)
      : QUndoCommand(engineText(describeChange(before, after))), panel_(panel), before_(before), after_(after) {}
  void undo() override { Q_EMIT panel_->applyRequested(before_); }
  void redo() override { Q_EMIT panel_->applyRequested(after_); }

 private:
  ProjectPanel* panel_;
  Switches before_, after_;
};

}  // namespace

void ProjectPanel::apply() {
  if (model_->changed()) history_->push(new ApplySwitches(this, model_->applied(), model_->pending()));
}

void ProjectPanel::addFact(int row, const QString& name, QLabel*& value) {
  auto* label = new QLabel(name);
  label->setProperty("role", "dim");
  value = new QLabel;
  value->setWordWrap(true);
  value->setTextInteractionFlags(Qt::TextSelectableByMouse);
  value->setAccessibleName(name);
  facts_->addWidget(label, row, 0, Qt::AlignTop);
  facts_->addWidget(value, row, 1, Qt::AlignTop);
}

void ProjectPanel::setProject(const Project* project) {
  open_ = project != nullptr;
  if (!project) {
    for (QLabel* label : {modelFact_, dataFact_, inputFact_, optimizerFact_, scheduleFact_, lengthFact_}) label->setText(QStringLiteral("—"));
  } else {
    modelFact_->setText(project->model.name.empty() ? counted(static_cast<std::int64_t>(project->model.layers.size()), tr("layer"), tr("layers"))
                                                    : QString::fromStdString(project->model.name));
    dataFact_->setText(QString::fromStdString(project->data.kind));
    dataFact_->setToolTip(QString::fromStdString(project->data.path));
    inputFact_->setText(QStringLiteral("—"));
    optimizerFact_->setText(optimizerText(project->train.optimizer));
    scheduleFact_->setText(scheduleText(project->train.schedule));
    lengthFact_->setText(counted(project->train.epochs, tr("epoch"), tr("epochs")) + tr(", seed %1").arg(project->train.seed));
  }
  bar_->setVisible(open_);
  showPending();
  showPrediction();
}

void ProjectPanel::setFacts(const ProjectFacts* facts) {
  if (!facts) return;
  QString model = modelFact_->text().section(QStringLiteral(" · "), 0, 0);
  modelFact_->setText(model + QStringLiteral(" · ") + tr("%1 parameters").arg(formatSi(static_cast<double>(facts->parameters), {}).trimmed()));
  const QString data = dataFact_->text().section(QStringLiteral(" · "), 0, 0);
  dataFact_->setText(data + QStringLiteral(" · ") +
                     (facts->validationSamples > 0
                          ? tr("%1 train, %2 validation").arg(formatCount(facts->trainSamples), formatCount(facts->validationSamples))
                          : tr("%1 train").arg(formatCount(facts->trainSamples))));
  inputFact_->setText(QString::fromStdString(toString(facts->input.sample)).replace(QLatin1Char('x'), QChar(0x00D7)) + QStringLiteral(", ") +
                      answers(facts->input));
}

void ProjectPanel::setPending(bool pending) {
  if (pending) inputFact_->setText(tr("opening the data"));
  else if (inputFact_->text() == tr("opening the data")) inputFact_->setText(QStringLiteral("—"));
}

void ProjectPanel::setProblem(const QString& sentence) {
  if (problem_ == sentence) return;
  problem_ = sentence;
  showPrediction();
}

void ProjectPanel::setTraining(bool training) {
  training_ = training;
  showPending();
}

QSpinBox* ProjectPanel::spinBox(const std::string& key) const {
  for (const Row& row : rows_)
    if (row.key == key) return row.spin;
  return nullptr;
}

QComboBox* ProjectPanel::comboBox(const std::string& key) const {
  for (const Row& row : rows_)
    if (row.key == key) return row.choice;
  return nullptr;
}

QLabel* ProjectPanel::predictionLabel(const std::string& key) const {
  for (const Row& row : rows_)
    if (row.key == key) return row.prediction;
  return nullptr;
}

void ProjectPanel::showPending() {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const SwitchDef& def = switchDefs()[i];
    const auto value = static_cast<int>(def.get(model_->pending()));
    const std::string idle = whyIdle(def, model_->place(), model_->pending());
    if (QSpinBox* spin = rows_[i].spin) {
      const QSignalBlocker quiet(spin);
      spin->setEnabled(open_);
      if (spin->value() != value) spin->setValue(value);
      if (def.getText) spin->setSuffix(def.getText(model_->pending()).empty() ? QString() : tr(" (auto)"));
    } else {
      QComboBox* combo = rows_[i].choice;
      const QSignalBlocker quiet(combo);
      combo->setEnabled(open_ && idle.empty());
      // A switch without effect is shown as off if it can be off.
      combo->setCurrentIndex(idle.empty() || def.choices.front() != "off" ? value : 0);
      auto* items = qobject_cast<QStandardItemModel*>(combo->model());
      for (int i = 0; items && i < combo->count(); ++i) {
        const std::string why = whyRefused(def, model_->place(), model_->pending(), i);
        items->item(i)->setEnabled(why.empty());
        items->item(i)->setToolTip(engineText(why));
      }
    }
    rows_[i].label->setEnabled(idle.empty());
    // A budget is relevant only in this mode.
    if (def.key == "checkpoint_budget") {
      const bool shown = model_->pending().checkpointing == Checkpointing::Mode::Budget;
      for (QWidget* widget : std::initializer_list<QWidget*>{rows_[i].label, rows_[i].spin, rows_[i].prediction}) widget->setVisible(shown);
    }
  }
  showHelp();
  showBar();
  fit_->setVisible(open_);
  fit_->setEnabled(open_ && model_->canFit());
  if (!open_ || !model_->changed()) fitSaid_->setVisible(false);
  showLimits();
}

// Sets the tool tips: the purpose of each switch, why it has no effect, and its present effect.
void ProjectPanel::showHelp() {
  const auto& prediction = model_->prediction();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const SwitchDef& def = switchDefs()[i];
    QStringList lines{helpOf(def)};
    if (const std::string idle = whyIdle(def, model_->place(), model_->pending()); !idle.empty()) lines << engineText(idle);
    if (prediction && open_)
      if (const auto it = prediction->notes.find(def.key); it != prediction->notes.end()) {
        lines << tr("As it is (%1):").arg(QString::fromStdString(shownValue(def, def.get(model_->applied()))));
        for (const std::string& note : it->second) lines << QStringLiteral("• ") + engineText(note);
      }
    const QString help = lines.join(QLatin1Char('\n'));
    rows_[i].label->setToolTip(help);
    (rows_[i].spin ? static_cast<QWidget*>(rows_[i].spin) : rows_[i].choice)->setToolTip(help);
  }
}

// An impossible switch stays visible, disabled, with the reason below it.
void ProjectPanel::showLimits() {
  QStringList sentences;
  if (open_) {
    if (const std::string refusal = model_->refusal(); !refusal.empty()) sentences << engineText(refusal);
    for (const SwitchDef& def : switchDefs()) {
      if (def.key == "checkpoint_budget") continue;  // it is hidden
      const std::string idle = whyIdle(def, model_->place(), model_->pending());
      if (!idle.empty()) sentences << tr("%1 has no effect here. %2").arg(engineText(def.title), engineText(idle));
    }
  }
  limits_->setText(sentences.join(QLatin1Char('\n')));
  limits_->setVisible(!sentences.isEmpty());
}

void ProjectPanel::setSwitchRows(const std::vector<SwitchRow>& rows) {
  switchRows_ = rows;
  showRows();
}

void ProjectPanel::showRows() {
  measured_->setVisible(!switchRows_.empty());
  if (!switchRows_.empty()) measured_->setText(switchRowsHtml(switchRows_));
}

namespace {

QString colored(const QColor& color, const QString& text) {
  return QStringLiteral("<span style='color:%1'>%2</span>").arg(color.name(), text.toHtmlEscaped());
}

QString colored(ForecastChange::Verdict verdict, const QString& text) {
  const Tokens& t = tokens();
  switch (verdict) {
    case ForecastChange::Verdict::Better: return colored(t.good, text);
    case ForecastChange::Verdict::Worse: return colored(t.warn, text);
    case ForecastChange::Verdict::Same:
    case ForecastChange::Verdict::Unsure: break;
  }
  return colored(t.dim, text);
}

}  // namespace

// A change that the planner or the device refuses cannot be applied.
void ProjectPanel::showBar() {
  const auto& prediction = model_->prediction();
  const bool changed = open_ && model_->changed(), possible = !prediction || prediction->problem.empty();
  const std::string refusal = open_ ? model_->refusal() : std::string();
  apply_->setEnabled(changed && possible && refusal.empty());
  revert_->setEnabled(changed);
  const Tokens& t = tokens();
  const QString when = training_ ? tr("Applied at the next step; the run goes on.") : tr("Applied to the next run.");
  if (!open_) consequence_->clear();
  else if (!possible) consequence_->setText(colored(t.bad, engineText(prediction->problem)));
  else if (!refusal.empty()) consequence_->setText(colored(t.bad, engineText(refusal)));
  else if (!changed) consequence_->setText(colored(t.dim, tr("No switch is changed.")));
  else if (!prediction) consequence_->setText(colored(t.dim, tr("Planning")));
  else
    consequence_->setText(colored(t.text, consequence(*prediction, model_->applied(), model_->pending())) + QLatin1Char(' ') + colored(t.dim, when));
}

void ProjectPanel::showPrediction() {
  showBar();
  showHelp();
  showTotal();
  const Tokens& t = tokens();
  const auto& prediction = model_->prediction();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const SwitchDef& def = switchDefs()[i];
    QStringList lines, tips;
    if (open_ && def.get(model_->pending()) != def.get(model_->applied())) {
      const auto found = prediction ? prediction->ofSwitch.find(def.key) : decltype(prediction->ofSwitch.find(def.key)){};
      if (!prediction) {
        if (problem_.isEmpty()) lines << colored(t.dim, tr("planning"));
      } else if (found != prediction->ofSwitch.end()) {
        Switches one = model_->applied();
        def.set(one, def.get(model_->pending()));
        const ForecastChange change = changeOf(prediction->applied, found->second, samplesPerUpdate(model_->applied()), samplesPerUpdate(one));
        if (!change.memory.isEmpty()) lines << colored(change.memoryVerdict, change.memory);
        if (!change.time.isEmpty())
          lines << colored(change.timeVerdict, QString(change.time).replace(QLatin1String("samples/s"), QLatin1String("/s")));
        if (lines.isEmpty()) lines << colored(t.dim, tr("no change"));
        if (!change.whyUnsure.isEmpty()) tips << change.whyUnsure;
        for (const std::string& note : found->second.changes) tips << engineText(note);
      }
    }
    rows_[i].prediction->setToolTip(tips.join(QLatin1Char('\n')));
    rows_[i].prediction->setText(lines.join(QStringLiteral("<br>")));
  }
}

// Shows the totals with the applied switches. The bar shows the effect of those in the fields.
void ProjectPanel::showTotal() {
  const Tokens& t = tokens();
  const Forecast& now = model_->appliedForecast();
  if (!open_) {
    total_->clear();
  } else if (!model_->prediction() && !problem_.isEmpty()) {
    total_->setText(colored(t.bad, problem_));
  } else if (now.peakBytes > 0) {
    QString text = colored(t.dim, tr("Predicted peak ")) + colored(t.text, formatBytes(now.peakBytes));
    const TimeBasis basis = timeBasis(now);
    if (basis == TimeBasis::Busy)
      text += QStringLiteral("<br>") + colored(t.dim, tr("Step time not known: its kernels were timed while other programs held the cores"));
    else if (basis != TimeBasis::Unknown)
      text += QStringLiteral("<br>") + colored(t.dim, tr("Predicted step ")) + colored(t.text, formatMs(now.stepMs)) +
              colored(t.dim, QStringLiteral(", ") + describe(basis));
    total_->setText(text);
  } else if (!model_->prediction()) {
    total_->setText(colored(t.dim, tr("Predicted peak: planning")));
  } else {
    total_->clear();
  }
}

bool ProjectPanel::eventFilter(QObject* object, QEvent* event) {
  // Scrolling the panel must not change a switch under the mouse.
  if (event->type() == QEvent::Wheel && !static_cast<QWidget*>(object)->hasFocus()) {
    event->ignore();
    return true;
  }
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool open = qobject_cast<QComboBox*>(object) && static_cast<QComboBox*>(object)->view()->isVisible();
    if ((key == Qt::Key_Return || key == Qt::Key_Enter) && !open) {
      if (auto* spin = qobject_cast<QSpinBox*>(object)) spin->interpretText();
      apply_->click();
      // The next key goes to the view: a 1 shows its first tab and is not typed into a field.
      static_cast<QWidget*>(object)->clearFocus();
      Q_EMIT focusReturned();
      return true;
    }
    if (key == Qt::Key_Escape && !open) {
      model_->revert();
      static_cast<QWidget*>(object)->clearFocus();
      Q_EMIT focusReturned();
      return true;
    }
  }
  return QWidget::eventFilter(object, event);
}

void ProjectPanel::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event) && !rows_.empty()) {
    showPrediction();
    showRows();
  }
}

}  // namespace stepscope
