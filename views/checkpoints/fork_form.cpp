#include "views/checkpoints/fork_form.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include "core/base/error.h"
#include "views/common/text.h"

namespace stepscope {

ForkForm::ForkForm(QWidget* parent)
    : QWidget(parent),
      what_(new QLabel),
      rate_(new QLineEdit),
      others_(new QLineEdit),
      epochs_(new QSpinBox),
      begin_(new QPushButton(tr("Begin the Fork"))) {
  epochs_->setRange(1, 100'000);
  others_->setPlaceholderText(tr("switches.batch_size = 128; train.optimizer.weight_decay = 0.01"));
  begin_->setProperty("primary", true);
  auto* leave = new QPushButton(tr("Cancel"));
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  const auto add = [&](int column, const QString& name, QWidget* field) {
    auto* label = new QLabel(name);
    label->setProperty("role", "dim");
    label->setBuddy(field);
    field->setAccessibleName(name);
    grid->addWidget(label, 1, column);
    grid->addWidget(field, 2, column);
  };
  grid->addWidget(what_, 0, 0, 1, 5);
  add(0, tr("Learning rate"), rate_);
  add(1, tr("Epochs in all"), epochs_);
  add(2, tr("Other keys"), others_);
  grid->setColumnStretch(2, 1);
  grid->addWidget(begin_, 2, 3);
  grid->addWidget(leave, 2, 4);
  rate_->setMaximumWidth(120);
  connect(begin_, &QPushButton::clicked, this, &ForkForm::accepted);
  for (QLineEdit* field : {rate_, others_}) connect(field, &QLineEdit::returnPressed, this, &ForkForm::accepted);
  connect(leave, &QPushButton::clicked, this, &QWidget::hide);
  hide();
}

void ForkForm::ask(const RunInfo& run, const QString& checkpoint, std::int64_t epochs) {
  what_->setText(tr("A new run that begins with %1 of %2; settings that you do not change are those of that run").arg(checkpoint, text(run.name)));
  ownRate_.clear();
  ownEpochs_ = 0;
  try {
    const Project project = projectFromJson(run.configuration);
    ownRate_ = QString::number(project.train.optimizer.learningRate, 'g', 12);
    ownEpochs_ = static_cast<int>(project.train.epochs);
  } catch (const Error&) {  // the fields stay empty, and the fork itself reports the error
  }
  rate_->setText(ownRate_);
  epochs_->setValue(static_cast<int>(epochs) >= ownEpochs_ ? static_cast<int>(epochs) + std::max(1, ownEpochs_) : ownEpochs_);
  others_->clear();
  show();
  rate_->setFocus();
  rate_->selectAll();
}

Overrides ForkForm::changes() const {
  Overrides changes;
  if (const QString rate = rate_->text().trimmed(); rate != ownRate_ && !rate.isEmpty())
    changes.emplace_back("train.optimizer.learning_rate", rate.toStdString());
  if (epochs_->value() != ownEpochs_) changes.emplace_back("train.epochs", std::to_string(epochs_->value()));
  for (const QString& part : others_->text().split(QLatin1Char(';'), Qt::SkipEmptyParts)) {
    const qsizetype equals = part.indexOf(QLatin1Char('='));
    const QString key = part.left(std::max<qsizetype>(0, equals)).trimmed();
    if (key.isEmpty())
      throw Error(ErrorKind::Input, part.trimmed().toStdString(), "there is no key = value", "Write, for example, switches.batch_size = 128");
    changes.emplace_back(key.toStdString(), part.mid(equals + 1).trimmed().toStdString());
  }
  return changes;
}

}  // namespace stepscope
