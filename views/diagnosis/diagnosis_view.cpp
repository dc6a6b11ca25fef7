#include "views/diagnosis/diagnosis_view.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "views/common/empty_state.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/diagnosis/breakdown_parts.h"
#include "views/diagnosis/definition_button.h"
#include "views/diagnosis/diagnosis_model.h"
#include "views/diagnosis/learn_check_row.h"
#include "views/diagnosis/learning_card.h"
#include "views/diagnosis/path_card.h"
#include "views/diagnosis/rule_fold.h"
#include "views/diagnosis/verdict_card.h"
#include "views/diagnosis/what_if_card.h"

namespace stepscope {

DiagnosisView::DiagnosisView(QWidget* parent)
    : QWidget(parent),
      model_(new DiagnosisModel(this)),
      stack_(new QStackedLayout(this)),
      emptyPage_(new QWidget),
      empty_(new EmptyState({}, {}, {})),
      bar_(new MessageBar),
      verdict_(new VerdictCard),
      path_(new PathCard),
      learning_(new LearningCard),
      check_(new LearnCheckRow),
      heading_(new QLabel(tr("Findings"))),
      count_(new QLabel),
      whatIf_(new WhatIfCard),
      notFound_(new RuleFold(tr("Not found"))),
      notEnough_(new RuleFold(tr("Not enough data"))),
      healthy_(new QLabel(tr("No rule found anything that holds the step back."))) {
  setAccessibleName(tr("Diagnosis"));
  heading_->setProperty("role", "heading");
  count_->setProperty("role", "dim");
  healthy_->setProperty("role", "dim");
  healthy_->setWordWrap(true);

  auto* inside = new QWidget;
  column_ = new QVBoxLayout(inside);
  column_->setContentsMargins(12, 10, 12, 10);
  column_->setSpacing(8);
  auto* line = new QHBoxLayout;
  line->addWidget(heading_);
  line->addWidget(
      definitionButton(tr("Each rule answers found, not found with its figure, or not enough data. The most that a finding can gain "
                          "is the time that the step saves if the cause is removed from the critical path.")));
  auto* order = new QLabel(tr("worst first, by what they can gain"));
  order->setProperty("role", "dim");
  line->addWidget(order);
  line->addStretch(1);
  line->addWidget(count_);
  list_ = new QVBoxLayout;
  list_->setSpacing(8);
  column_->addWidget(verdict_);
  column_->addWidget(path_);
  // Cards at the left, what-if results at the right.
  left_ = new QVBoxLayout;
  left_->setSpacing(8);
  left_->addLayout(line);
  left_->addWidget(healthy_);
  left_->addLayout(list_);
  left_->addWidget(learning_);
  left_->addWidget(notFound_);
  left_->addWidget(notEnough_);
  left_->addStretch(1);
  auto* right = new QVBoxLayout;
  right->addWidget(whatIf_);
  right->addStretch(1);
  auto* columns = new QHBoxLayout;
  columns->setSpacing(10);
  columns->addLayout(left_, 3);
  columns->addLayout(right, 2);
  column_->addLayout(columns, 1);
  QScrollArea* scroll = scrolledDown(inside);
  scroll->setFocusPolicy(Qt::NoFocus);
  auto* content = new QWidget;
  auto* layout = new QVBoxLayout(content);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(bar_);
  layout->addWidget(scroll, 1);
  auto* emptyColumn = new QVBoxLayout(emptyPage_);
  emptyColumn->setContentsMargins(12, 10, 12, 10);
  emptyColumn->addWidget(empty_, 1);
  stack_->addWidget(emptyPage_);
  stack_->addWidget(content);

  connect(empty_, &EmptyState::activated, this, &DiagnosisView::primaryRequested);
  connect(verdict_->recordButton(), &QPushButton::clicked, this, &DiagnosisView::recordRequested);
  connect(verdict_->copyButton(), &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(model_->toTable()); });
  connect(verdict_->bar(), &ShareBar::partClicked, this, [this](int part) {
    const auto facts = model_->facts();
    // On a GPU the parts are classes of work, not categories.
    if (facts && !facts->trace.gpu && static_cast<std::size_t>(part) < facts->trace.breakdown.categories.size())
      Q_EMIT categoryRequested(facts->trace.breakdown.categories[static_cast<std::size_t>(part)].category);
  });
  connect(path_->lane(), &PathLane::segmentChosen, this, [this](int segment) {
    const PathSegment& chosen = path_->lane()->path().segments[static_cast<std::size_t>(segment)];
    Finding part;
    if (chosen.span.lane >= 0) part.evidence.spans = {chosen.span};
    part.evidence.ranges = {chosen.range};
    Q_EMIT evidenceRequested(part);
  });
  connect(learning_, &LearningCard::copyRequested, this, &DiagnosisView::copy);
  connect(learning_, &LearningCard::tryRequested, this, &DiagnosisView::learningTrialRequested);
  connect(model_, &DiagnosisModel::changed, this, &DiagnosisView::rebuild);
  setFocusPolicy(Qt::StrongFocus);
  rebuild();
}

bool DiagnosisView::isEmpty() const {
  return stack_->currentWidget() == emptyPage_;
}

void DiagnosisView::setEmptyTexts(const QString& title, const QString& sentence, const QString& button) {
  emptyTexts_[0] = title;
  emptyTexts_[1] = sentence;
  emptyTexts_[2] = button;
  if (model_->problem().isEmpty()) empty_->setTexts(title, sentence, button);
}

CureAction DiagnosisView::actionOf(const Finding& finding) const {
  if (!finding.cure) return CureAction::None;
  if (!finding.cure->isSwitch()) return CureAction::Copy;
  return training_ ? CureAction::Try : project_ ? CureAction::UseNext : CureAction::Copy;
}

void DiagnosisView::setCanTry(bool training, bool project) {
  training_ = training;
  project_ = project;
  learning_->setCanTry(project && !training,
                       training ? tr("A run trains: a short run can begin when it has ended") : tr("Open the project of this run to try it"));
  verdict_->recordButton()->setEnabled(training || project);
  verdict_->recordButton()->setToolTip(training  ? tr("Captures the next steps of the run")
                                       : project ? tr("Trains a run, which captures steps by itself")
                                                 : tr("Steps are captured while a run of a project trains"));
  updateActions();
}

void DiagnosisView::setTrial(const std::optional<TrialState>& trial, const QString& key, const QString& to) {
  trial_ = trial;
  trialKey_ = key;
  trialTo_ = to;
  updateActions();
}

void DiagnosisView::updateActions() {
  for (FindingCard* card : cards_) {
    const Finding& finding = card->finding();
    card->setAction(actionOf(finding));
    const bool tried = trial_ && finding.cure && text(finding.cure->key) == trialKey_ && (trialTo_.isEmpty() || text(finding.cure->to) == trialTo_);
    card->setTrial(tried ? trial_ : std::nullopt);
  }
}

void DiagnosisView::copy(const QString& setting) {
  QApplication::clipboard()->setText(setting);
  Message message;
  message.level = Message::Level::Info;
  message.what = tr("The setting is copied");
  message.where = setting;
  bar_->showMessage(message);
}

void DiagnosisView::placeLearning(bool first) {
  if (first) column_->insertWidget(0, learning_);
  else left_->insertWidget(left_->indexOf(list_) + 1, learning_);
}

void DiagnosisView::placeCheck(bool empty) {
  if (empty) emptyPage_->layout()->addWidget(check_);
  else learning_->addCheck(check_);
}

void DiagnosisView::rebuild() {
  const Advice& advice = model_->advice();
  const auto facts = model_->facts();
  if (!facts) {
    if (model_->problem().isEmpty()) empty_->setTexts(emptyTexts_[0], emptyTexts_[1], emptyTexts_[2]);
    else empty_->setTexts(tr("There is no diagnosis"), model_->problem(), {});
    placeCheck(true);
    stack_->setCurrentWidget(emptyPage_);
    Q_EMIT foundChanged(0);
    return;
  }
  verdict_->setVerdict(advice.verdict, facts->coresTaken.has_value(), facts->quiet(), breakdownParts(facts->trace), matrixUnitUse(*facts));
  verdict_->recordButton()->setVisible(model_->run() > 0);  // an opened file cannot be recorded again
  for (FindingCard* card : cards_) card->deleteLater();
  cards_.clear();
  std::vector<const Finding*> notFound, notEnough;
  for (const Finding& finding : advice.findings) {
    if (finding.outcome == Outcome::NotFound) notFound.push_back(&finding);
    if (finding.outcome == Outcome::NotEnoughData) notEnough.push_back(&finding);
    if (finding.outcome != Outcome::Found) continue;
    auto* card = new FindingCard(finding, advice.verdict.timesAreClaims);
    list_->addWidget(card);
    cards_.push_back(card);
    connect(card, &FindingCard::evidenceRequested, this, [this, card] { Q_EMIT evidenceRequested(card->finding()); });
    connect(card, &FindingCard::timelineRequested, this, [this, card] { Q_EMIT timelineRequested(card->finding()); });
    connect(card, &FindingCard::trialEnded, this, &DiagnosisView::trialEnded);
    connect(card, &FindingCard::trialCancelled, this, &DiagnosisView::trialCancelled);
    connect(card, &FindingCard::actionRequested, this, [this, card](CureAction action) {
      const Cure& cure = *card->finding().cure;
      if (action == CureAction::Try) Q_EMIT tryRequested(text(cure.key), cure.value);
      if (action == CureAction::UseNext) Q_EMIT useRequested(text(cure.key), cure.value);
      if (action == CureAction::Copy) copy(text(cure.setting));
    });
  }
  healthy_->setVisible(cards_.empty());
  count_->setText(tr("%1 of %2 rules").arg(cards_.size()).arg(advice.findings.size()));
  path_->setPath(model_->path());
  placeLearning(model_->learning().comesFirst());
  placeCheck(false);
  learning_->setAdvice(model_->learning());
  whatIf_->setGains(facts->trace.replayedStepMs, facts->trace.gains, advice.whatIf, advice.verdict.timesAreClaims);
  notFound_->setFindings(notFound);
  notEnough_->setFindings(notEnough);
  updateActions();
  stack_->setCurrentIndex(1);
  Q_EMIT foundChanged(static_cast<int>(cards_.size()));
}

}  // namespace stepscope
