#include "views/diagnosis/learning_card.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "views/common/text.h"
#include "views/words/engine_text.h"

namespace stepscope {
namespace {

QLabel* wrapped(const QString& text, const char* role = nullptr) {
  auto* label = new QLabel(text);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  if (role) label->setProperty("role", role);
  return label;
}

}  // namespace

LearningCard::LearningCard(QWidget* parent)
    : QFrame(parent),
      heading_(new QLabel(tr("Learning"))),
      sentence_(wrapped({})),
      others_(wrapped({}, "dim")),
      column_(new QVBoxLayout(this)),
      list_(new QVBoxLayout) {
  setProperty("card", true);
  setAccessibleName(heading_->text());
  heading_->setProperty("role", "heading");
  list_->setSpacing(8);
  column_->setContentsMargins(14, 8, 14, 8);
  column_->setSpacing(6);
  column_->addWidget(heading_);
  column_->addWidget(sentence_);
  column_->addLayout(list_);
  column_->addWidget(others_);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  hide();
}

void LearningCard::addCheck(QWidget* check) {
  column_->addWidget(check);
}

QString LearningCard::sentence() const {
  return sentence_->text();
}

void LearningCard::setAdvice(const LearningAdvice& advice) {
  try_.clear();
  while (QLayoutItem* item = list_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  found_ = advice.found();
  QStringList quiet, unknown;
  for (const LearningFinding& finding : advice.findings) {
    if (finding.outcome == LearningOutcome::Found) addFinding(finding);
    if (finding.outcome == LearningOutcome::NotFound) quiet << engineText(finding.title) + QStringLiteral(": ") + engineText(finding.sentence);
    if (finding.outcome == LearningOutcome::NotEnoughData) unknown << engineText(finding.title) + QStringLiteral(": ") + engineText(finding.sentence);
  }
  sentence_->setText(engineText(advice.sentence));
  sentence_->setVisible(found_ == 0);  // else the findings are shown
  others_->setText(tr("%1 rules found nothing, %2 had not enough data").arg(quiet.size()).arg(unknown.size()));
  others_->setToolTip((quiet + unknown).join(QLatin1Char('\n')));
  setVisible(!advice.findings.empty());
  updateTry();
}

void LearningCard::setCanTry(bool can, const QString& why) {
  canTry_ = can;
  whyNot_ = why;
  updateTry();
}

void LearningCard::updateTry() {
  for (QPushButton* button : try_) {
    button->setEnabled(canTry_);
    button->setToolTip(canTry_ ? button->property("changes").toString() : whyNot_);
  }
}

void LearningCard::addFinding(const LearningFinding& finding) {
  auto* row = new QWidget;
  auto* column = new QVBoxLayout(row);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(2);
  column->addWidget(wrapped(engineText(finding.title), "heading"));
  column->addWidget(wrapped(engineText(finding.sentence)));
  if (!finding.cure.empty()) {
    const QString cure = engineText(finding.cure);
    auto* line = new QHBoxLayout;
    line->addWidget(wrapped(cure, "dim"), 1);
    auto* copy = new QPushButton(tr("Copy"));
    copy->setToolTip(tr("Copies the cure"));
    connect(copy, &QPushButton::clicked, this, [this, cure] { Q_EMIT copyRequested(cure); });
    line->addWidget(copy, 0, Qt::AlignTop);
    if (finding.trial) {
      auto* button = new QPushButton(tr("Try it"));
      QStringList changes;
      for (const auto& [key, value] : finding.trial->changes) changes << text(key) + QStringLiteral(" = ") + text(value);
      const QString from =
          finding.trial->checkpoint.empty() ? tr("A short new run with: %1") : tr("A short run that goes on from a checkpoint of this one, with: %1");
      button->setProperty("changes", from.arg(changes.join(QStringLiteral(", "))));
      connect(button, &QPushButton::clicked, this, [this, trial = *finding.trial] { Q_EMIT tryRequested(trial); });
      line->addWidget(button, 0, Qt::AlignTop);
      try_.push_back(button);
    }
    column->addLayout(line);
  }
  list_->addWidget(row);
}

}  // namespace stepscope
