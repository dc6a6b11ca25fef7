#include "views/switches/project_panel.h"

#include <QComboBox>
#include <QEvent>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QVBoxLayout>
#include <cmath>

#include "core/project/switches.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/session/session.h"
#include "views/switches/switches_model.h"

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

// What the model is to tell of a sample.
QString answers(const ModelInput& input) {
  switch (input.task) {
    case Task::Classification:
      return counted(input.classes, QObject::tr("class"), QObject::tr("classes"));
    case Task::Regression:
      return counted(input.classes, QObject::tr("target"), QObject::tr("targets"));
    case Task::LanguageModel:
      return QObject::tr("vocabulary of %1").arg(input.classes);
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
  QString text = QObject::tr("%1, rate %2").arg(QString::fromStdString(std::string(def.title)), formatLearningRate(spec.learningRate));
  if (spec.momentum > 0 && def.hasMomentum && spec.kind != OptimizerSpec::Kind::Adam && spec.kind != OptimizerSpec::Kind::AdamW)
    text += QObject::tr(", momentum %1").arg(formatNumber(spec.momentum));
  return text;
}

QString scheduleText(const ScheduleSpec& spec) {
  QString text = QString::fromStdString(scheduleOf(spec).title);
  if (spec.warmupEpochs > 0) text += QObject::tr(", warm-up %1").arg(formatNumber(spec.warmupEpochs));
  return text;
}

// What it is for, and what turning it changes.
QString helpOf(const SwitchDef& def) {
  const std::string_view kind = describe(def.kind);
  return QString::fromStdString(def.help) +
         ProjectPanel::tr("\nIt is %1.").arg(QString::fromUtf8(kind.data(), static_cast<qsizetype>(kind.size())));
}

}  // namespace

ProjectPanel::ProjectPanel(SwitchesModel* model, QWidget* parent)
    : QWidget(parent),
      model_(model),
      facts_(new QGridLayout),
      total_(new QLabel),
      changes_(new QLabel),
      when_(new QLabel),
      limits_(new QLabel),
      fitSaid_(new QLabel),
      measured_(new QLabel),
      apply_(new QPushButton(tr("Apply"))),
      revert_(new QPushButton(tr("Revert"))),
      fit_(new QPushButton(tr("Largest batch that fits"))) {
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

  auto* switches = new QGridLayout;
  switches->setHorizontalSpacing(8);
  switches->setVerticalSpacing(8);
  switches->setColumnStretch(0, 1);
  auto* predicted = section(tr("predicted"));
  predicted->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  switches->addWidget(section(tr("Switches")), 0, 0);
  switches->addWidget(predicted, 0, 1, 1, 2);
  row = 1;
  for (const SwitchDef& def : switchDefs()) {
    auto* label = new QLabel(QString::fromStdString(def.title));
    label->setWordWrap(true);  // a long title must not push the predictions out of the panel
    const QString help = helpOf(def);
    QSpinBox* spin = def.choices.empty() ? numberField(def) : nullptr;
    QComboBox* combo = def.choices.empty() ? nullptr : choiceField(def);
    QWidget* field = spin ? static_cast<QWidget*>(spin) : combo;
    field->setAccessibleName(QString::fromStdString(def.title));
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
    field->installEventFilter(this);  // Enter applies
  }
  total_->setTextFormat(Qt::RichText);
  total_->setWordWrap(true);
  when_->setProperty("role", "dim");
  when_->setWordWrap(true);
  for (QLabel* label : {limits_, fitSaid_, changes_}) {
    label->setProperty("role", "dim");
    label->setWordWrap(true);
    label->setVisible(false);
  }
  measured_->setTextFormat(Qt::RichText);
  measured_->setWordWrap(true);
  measured_->setAccessibleName(tr("Predicted and measured"));
  measured_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  fit_->setToolTip(tr("Asks the planner for the largest batch whose step fits the memory that is free; nothing is run"));
  connect(fit_, &QPushButton::clicked, this, [this] {
    fitSaid_->setText(tr("Planning"));
    fitSaid_->setVisible(true);
    model_->fitBatchSize();
    fit_->setEnabled(model_->canFit());
  });
  connect(model_, &SwitchesModel::fitted, this, [this](const QString& sentence) {
    fitSaid_->setText(sentence);
    fit_->setEnabled(true);
  });
  apply_->setProperty("primary", true);
  apply_->setToolTip(tr("Applies the changed switches (Enter in a field)"));
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(apply_, 1);
  buttons->addWidget(revert_, 1);
  connect(apply_, &QPushButton::clicked, this, [this] {
    if (model_->changed()) Q_EMIT applyRequested(model_->pending());
  });
  connect(revert_, &QPushButton::clicked, model_, &SwitchesModel::revert);

  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(14, 10, 14, 12);
  layout->setSpacing(10);
  layout->addLayout(facts_);
  layout->addSpacing(4);
  layout->addWidget(rule());
  layout->addSpacing(2);
  layout->addLayout(switches);
  layout->addWidget(limits_);
  layout->addWidget(fit_);
  layout->addWidget(fitSaid_);
  layout->addWidget(total_);
  layout->addWidget(changes_);
  layout->addWidget(when_);
  layout->addLayout(buttons);
  layout->addWidget(measured_);
  layout->addStretch(1);
  connect(model_, &SwitchesModel::pendingChanged, this, &ProjectPanel::showPending);
  connect(model_, &SwitchesModel::predictionChanged, this, &ProjectPanel::showPrediction);
  showRows();
  setProject(nullptr);
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
    for (QLabel* label : {modelFact_, dataFact_, inputFact_, optimizerFact_, scheduleFact_, lengthFact_})
      label->setText(QStringLiteral("—"));
  } else {
    modelFact_->setText(project->model.name.empty()
                            ? counted(static_cast<std::int64_t>(project->model.layers.size()), tr("layer"), tr("layers"))
                            : QString::fromStdString(project->model.name));
    dataFact_->setText(QString::fromStdString(project->data.kind));
    dataFact_->setToolTip(QString::fromStdString(project->data.path));
    inputFact_->setText(QStringLiteral("—"));
    optimizerFact_->setText(optimizerText(project->train.optimizer));
    scheduleFact_->setText(scheduleText(project->train.schedule));
    lengthFact_->setText(counted(project->train.epochs, tr("epoch"), tr("epochs")) + tr(", seed %1").arg(project->train.seed));
  }
  showPending();
  showPrediction();
}

void ProjectPanel::setFacts(const ProjectFacts* facts) {
  if (!facts) return;
  QString model = modelFact_->text().section(QStringLiteral(" · "), 0, 0);
  modelFact_->setText(model + QStringLiteral(" · ") +
                      tr("%1 parameters").arg(formatSi(static_cast<double>(facts->parameters), {}).trimmed()));
  const QString data = dataFact_->text().section(QStringLiteral(" · "), 0, 0);
  dataFact_->setText(data + QStringLiteral(" · ") +
                     (facts->validationSamples > 0
                          ? tr("%1 train, %2 validation").arg(formatCount(facts->trainSamples), formatCount(facts->validationSamples))
                          : tr("%1 train").arg(formatCount(facts->trainSamples))));
  inputFact_->setText(QString::fromStdString(toString(facts->input.sample)).replace(QLatin1Char('x'), QChar(0x00D7)) +
                      QStringLiteral(", ") + answers(facts->input));
}

void ProjectPanel::setPending(bool pending) {
  if (pending)
    inputFact_->setText(tr("opening the data"));
  else if (inputFact_->text() == tr("opening the data"))
    inputFact_->setText(QStringLiteral("—"));
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
    } else {
      QComboBox* combo = rows_[i].choice;
      const QSignalBlocker quiet(combo);
      combo->setEnabled(open_ && idle.empty());
      // What has no effect is shown off.
      combo->setCurrentIndex(idle.empty() ? value : 0);
      auto* items = qobject_cast<QStandardItemModel*>(combo->model());
      for (int i = 0; items && i < combo->count(); ++i) {
        const std::string why = whyRefused(def, model_->place(), model_->pending(), i);
        items->item(i)->setEnabled(why.empty());
        items->item(i)->setToolTip(QString::fromStdString(why));
      }
    }
    rows_[i].label->setEnabled(idle.empty());
    // A budget says something only where there is one.
    if (def.key == "checkpoint_budget") {
      const bool shown = model_->pending().checkpointing == Checkpointing::Mode::Budget;
      for (QWidget* widget : std::initializer_list<QWidget*>{rows_[i].label, rows_[i].spin, rows_[i].prediction}) widget->setVisible(shown);
    }
  }
  const bool changed = open_ && model_->changed();
  showHelp();
  showApply();
  apply_->setVisible(changed);
  revert_->setVisible(changed);
  when_->setVisible(changed);
  when_->setText(training_ ? tr("Applied at the next step; the run goes on.") : tr("Applied to the next run."));
  fit_->setVisible(open_);
  fit_->setEnabled(open_ && model_->canFit());
  if (!open_ || !changed) fitSaid_->setVisible(false);
  showLimits();
}

// What the switch is for, why it has no effect, and what it did as it is.
void ProjectPanel::showHelp() {
  const auto& prediction = model_->prediction();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const SwitchDef& def = switchDefs()[i];
    QStringList lines{helpOf(def)};
    if (const std::string idle = whyIdle(def, model_->place(), model_->pending()); !idle.empty()) lines << QString::fromStdString(idle);
    if (prediction && open_)
      if (const auto it = prediction->notes.find(def.key); it != prediction->notes.end()) {
        lines << tr("As it is (%1):").arg(QString::fromStdString(shownValue(def, def.get(model_->applied()))));
        for (const std::string& note : it->second) lines << QStringLiteral("• ") + QString::fromStdString(note);
      }
    const QString help = lines.join(QLatin1Char('\n'));
    rows_[i].label->setToolTip(help);
    (rows_[i].spin ? static_cast<QWidget*>(rows_[i].spin) : rows_[i].choice)->setToolTip(help);
  }
}

// Which kind of mixed precision it would be, how many nodes run again: in words, before it is applied.
void ProjectPanel::showChanges() {
  QStringList lines;
  if (const auto& prediction = model_->prediction(); open_ && prediction && model_->changed())
    for (const SwitchDef& def : switchDefs())
      if (const auto it = prediction->ofSwitch.find(def.key); it != prediction->ofSwitch.end() && !it->second.changes.empty()) {
        lines << QString::fromStdString(def.title + ' ' + shownValue(def, def.get(model_->pending())) + ':');
        for (const std::string& change : it->second.changes) lines << QStringLiteral("• ") + QString::fromStdString(change);
      }
  changes_->setText(lines.join(QLatin1Char('\n')));
  changes_->setVisible(!lines.isEmpty());
}

// A switch that cannot be had stays visible, off, and the reason stands below.
void ProjectPanel::showLimits() {
  QStringList sentences;
  if (open_) {
    if (const std::string refusal = model_->refusal(); !refusal.empty()) sentences << QString::fromStdString(refusal);
    for (const SwitchDef& def : switchDefs()) {
      if (def.key == "checkpoint_budget") continue;  // it is hidden
      const std::string idle = whyIdle(def, model_->place(), model_->pending());
      if (!idle.empty()) sentences << QString::fromStdString(def.title + " is off. " + idle);
    }
  }
  limits_->setText(sentences.join(QLatin1Char('\n')));
  limits_->setVisible(!sentences.isEmpty());
}

void ProjectPanel::setSwitchRows(const std::vector<SwitchRow>& rows) {
  switchRows_ = rows;
  showRows();
}

// A line for the change, and under it what was predicted and what came of it.
void ProjectPanel::showRows() {
  measured_->setVisible(!switchRows_.empty());
  if (switchRows_.empty()) return;
  constexpr std::size_t kShown = 6;
  const Tokens& t = tokens();
  const auto dim = [&](const QString& text) {
    return QStringLiteral("<span style='color:%1'>%2</span>").arg(t.dim.name(), text.toHtmlEscaped());
  };
  const auto cell = [](const QString& html, bool right) {
    return QStringLiteral("<td align='%1'>%2</td>").arg(right ? QStringLiteral("right") : QStringLiteral("left"), html);
  };
  QString html = QStringLiteral("<table width='100%' cellspacing='0' cellpadding='1'><tr>") + cell(dim(tr("This run")), false) +
                 cell(dim(tr("predicted")), true) + cell(dim(tr("measured")), true) + QStringLiteral("</tr>");
  const std::size_t first = switchRows_.size() > kShown ? switchRows_.size() - kShown : 0;
  const auto bytes = [](std::int64_t value) { return value > 0 ? formatBytes(value) : QStringLiteral("—"); };
  const auto ms = [](double value) { return value > 0 ? formatMs(value) : QStringLiteral("—"); };
  for (std::size_t i = first; i < switchRows_.size(); ++i) {
    const SwitchRow& row = switchRows_[i];
    const QString change = QString::fromStdString(row.change).toHtmlEscaped();
    html += QStringLiteral("<tr><td colspan='3'>") + (row.step > 0 ? tr("%1, step %2").arg(change, formatCount(row.step)) : change) +
            QStringLiteral("</td></tr><tr>") + cell(dim(tr("peak")), false) + cell(bytes(row.predictedPeakBytes), true) +
            cell(bytes(row.measuredPeakBytes), true) + QStringLiteral("</tr><tr>") + cell(dim(tr("step")), false) +
            cell(ms(row.predictedMs), true) + cell(ms(row.measuredMs), true) + QStringLiteral("</tr>");
  }
  measured_->setText(html + QStringLiteral("</table>"));
}

// What the planner cannot plan, and what the place refuses, is not applied.
void ProjectPanel::showApply() {
  const auto& prediction = model_->prediction();
  const bool possible = !prediction || prediction->problem.empty();
  apply_->setEnabled(possible && (!open_ || model_->refusal().empty()));
}

void ProjectPanel::showPrediction() {
  showApply();
  showHelp();
  showChanges();
  const Tokens& t = tokens();
  const auto& prediction = model_->prediction();
  const auto colored = [](const QColor& color, const QString& text) {
    return QStringLiteral("<span style='color:%1'>%2</span>").arg(color.name(), text.toHtmlEscaped());
  };
  // "612 MiB +12 %" above "41 ms −8 %"; what stays as it is is left out.
  const auto compared = [&](const Forecast& with, const Forecast& before) {
    const auto line = [&](const QString& value, double after, double now) {
      const double change = now > 0 ? after / now - 1 : 0;
      if (std::abs(change) < 0.005) return QString();
      return colored(t.text, value) + QLatin1Char(' ') +
             colored(change > 0 ? t.warn : t.good,
                     (change > 0 ? QStringLiteral("+") : QStringLiteral("−")) + formatPercent(std::abs(change), 2));
    };
    QStringList lines;
    lines << line(formatBytes(with.peakBytes), static_cast<double>(with.peakBytes), static_cast<double>(before.peakBytes));
    if (with.stepMs > 0 && before.stepMs > 0) lines << line(formatMs(with.stepMs), with.stepMs, before.stepMs);
    lines.removeAll(QString());
    return lines.isEmpty() ? colored(t.dim, tr("no change")) : lines.join(QStringLiteral("<br>"));
  };
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const SwitchDef& def = switchDefs()[i];
    QString text;
    if (open_ && def.get(model_->pending()) != def.get(model_->applied())) {
      if (!prediction)
        text = problem_.isEmpty() ? colored(t.dim, tr("planning")) : QString();
      else if (const auto it = prediction->ofSwitch.find(def.key); it != prediction->ofSwitch.end())
        text = compared(it->second, prediction->applied);
    }
    QStringList changes;
    if (prediction)
      if (const auto it = prediction->ofSwitch.find(def.key); it != prediction->ofSwitch.end())
        for (const std::string& change : it->second.changes) changes << QString::fromStdString(change);
    rows_[i].prediction->setToolTip(changes.join(QLatin1Char('\n')));
    rows_[i].prediction->setText(text);
  }
  // ", step 41 ms → 38 ms (12 % estimated)"; nothing where no time is known.
  const auto stepText = [&](const Forecast* now, const Forecast& then) {
    if (then.stepMs <= 0) return QString();
    QString text = QStringLiteral("<br>") + colored(t.dim, tr("Predicted step "));
    if (now && now->stepMs > 0) text += colored(t.text, formatMs(now->stepMs)) + colored(t.dim, QStringLiteral(" → "));
    text += colored(t.text, formatMs(then.stepMs));
    const double estimated = then.estimatedShare - then.provisionalShare;
    if (estimated > 0.005) text += colored(t.dim, tr(", %1 of it estimated").arg(formatPercent(estimated, 2)));
    if (then.provisionalShare > 0.005)
      text += colored(t.dim, tr(", %1 of it measured on busy cores").arg(formatPercent(then.provisionalShare, 2)));
    return text;
  };
  if (!open_) {
    total_->clear();
  } else if (prediction && !prediction->problem.empty()) {
    total_->setText(colored(t.bad, QString::fromStdString(prediction->problem)));
  } else if (!prediction && !problem_.isEmpty()) {
    total_->setText(colored(t.bad, problem_));
  } else if (prediction && model_->changed()) {
    const Forecast &now = prediction->applied, &then = prediction->pending;
    const QString before =
        now.peakBytes > 0 ? colored(t.text, formatBytes(now.peakBytes)) + colored(t.dim, QStringLiteral(" → ")) : QString();
    total_->setText(colored(t.dim, tr("Predicted peak ")) + before + colored(t.text, formatBytes(then.peakBytes)) + stepText(&now, then));
  } else if (model_->appliedPeakBytes() > 0) {
    total_->setText(colored(t.dim, tr("Predicted peak ")) + colored(t.text, formatBytes(model_->appliedPeakBytes())) +
                    stepText(nullptr, model_->appliedForecast()));
  } else {
    total_->setText(colored(t.dim, tr("Predicted peak: planning")));
  }
}

bool ProjectPanel::eventFilter(QObject* object, QEvent* event) {
  // Who scrolls the panel turns no switch that happens to lie under the pointer.
  if (event->type() == QEvent::Wheel && !static_cast<QWidget*>(object)->hasFocus()) {
    event->ignore();
    return true;
  }
  if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if ((key == Qt::Key_Return || key == Qt::Key_Enter) && (qobject_cast<QSpinBox*>(object) || qobject_cast<QComboBox*>(object))) {
      apply_->click();
      return true;
    }
    if (key == Qt::Key_Escape && model_->changed()) {
      model_->revert();
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
