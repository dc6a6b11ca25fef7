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

}  // namespace

ProjectPanel::ProjectPanel(SwitchesModel* model, QWidget* parent)
    : QWidget(parent),
      model_(model),
      facts_(new QGridLayout),
      total_(new QLabel),
      when_(new QLabel),
      apply_(new QPushButton(tr("Apply"))),
      revert_(new QPushButton(tr("Revert"))) {
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
  auto* predicted = section(tr("predicted peak"));
  predicted->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  switches->addWidget(section(tr("Switches")), 0, 0);
  switches->addWidget(predicted, 0, 1, 1, 2);
  row = 1;
  for (const SwitchDef& def : switchDefs()) {
    auto* label = new QLabel(QString::fromStdString(def.title));
    const QString help = QString::fromStdString(def.help);
    QSpinBox* spin = def.choices.empty() ? numberField(def) : nullptr;
    QComboBox* combo = def.choices.empty() ? nullptr : choiceField(def);
    QWidget* field = spin ? static_cast<QWidget*>(spin) : combo;
    field->setAccessibleName(QString::fromStdString(def.title));
    field->setFixedWidth(82);
    field->setToolTip(help);
    label->setToolTip(help);
    label->setBuddy(field);
    auto* prediction = new QLabel;
    prediction->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    prediction->setTextFormat(Qt::RichText);
    prediction->setFixedWidth(74);
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
  layout->addWidget(total_);
  layout->addWidget(when_);
  layout->addLayout(buttons);
  layout->addStretch(1);
  connect(model_, &SwitchesModel::pendingChanged, this, &ProjectPanel::showPending);
  connect(model_, &SwitchesModel::predictionChanged, this, &ProjectPanel::showPrediction);
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
    if (QSpinBox* spin = rows_[i].spin) {
      const QSignalBlocker quiet(spin);
      spin->setEnabled(open_);
      if (spin->value() != value) spin->setValue(value);
    } else {
      QComboBox* combo = rows_[i].choice;
      const QSignalBlocker quiet(combo);
      combo->setEnabled(open_);
      combo->setCurrentIndex(value);
    }
    // A budget says something only where there is one.
    if (def.key == "checkpoint_budget") {
      const bool shown = model_->pending().checkpointing == Switches::Checkpoints::Budget;
      for (QWidget* widget : std::initializer_list<QWidget*>{rows_[i].label, rows_[i].spin, rows_[i].prediction}) widget->setVisible(shown);
    }
  }
  const bool changed = open_ && model_->changed();
  apply_->setVisible(changed);
  revert_->setVisible(changed);
  when_->setVisible(changed);
  when_->setText(training_ ? tr("Applied at the next step; the run goes on.") : tr("Applied to the next run."));
}

void ProjectPanel::showPrediction() {
  const Tokens& t = tokens();
  const auto& prediction = model_->prediction();
  const auto colored = [](const QColor& color, const QString& text) {
    return QStringLiteral("<span style='color:%1'>%2</span>").arg(color.name(), text.toHtmlEscaped());
  };
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const SwitchDef& def = switchDefs()[i];
    QString text;
    if (open_ && def.get(model_->pending()) != def.get(model_->applied())) {
      if (!prediction)
        text = colored(t.dim, tr("planning"));
      else if (const auto it = prediction->ofSwitch.find(def.key); it != prediction->ofSwitch.end()) {
        const double change =
            static_cast<double>(it->second) / static_cast<double>(std::max<std::int64_t>(prediction->appliedPeakBytes, 1)) - 1;
        if (it->second == prediction->appliedPeakBytes)
          text = colored(t.dim, tr("no change"));
        else
          text = colored(t.text, formatBytes(it->second)) + QStringLiteral("<br>") +
                 colored(change > 0 ? t.warn : t.good,
                         (change > 0 ? QStringLiteral("+") : QStringLiteral("−")) + formatPercent(std::abs(change)));
      }
    }
    rows_[i].prediction->setText(text);
  }
  if (!open_) {
    total_->clear();
  } else if (prediction && !prediction->problem.empty()) {
    total_->setText(colored(t.bad, QString::fromStdString(prediction->problem)));
  } else if (prediction && model_->changed()) {
    total_->setText(colored(t.dim, tr("Predicted peak ")) + colored(t.text, formatBytes(prediction->appliedPeakBytes)) +
                    colored(t.dim, QStringLiteral(" → ")) + colored(t.text, formatBytes(prediction->pendingPeakBytes)));
  } else if (model_->appliedPeakBytes() > 0) {
    total_->setText(colored(t.dim, tr("Predicted peak ")) + colored(t.text, formatBytes(model_->appliedPeakBytes())));
  } else {
    total_->setText(colored(t.dim, tr("Predicted peak: planning")));
  }
}

bool ProjectPanel::eventFilter(QObject* object, QEvent* event) {
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
  if (isThemeChange(event) && !rows_.empty()) showPrediction();
}

}  // namespace stepscope
