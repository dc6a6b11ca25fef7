#include "views/diagnosis/finding_card.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "profiler/advisor/wording.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/words/engine_text.h"

namespace stepscope {
namespace {

constexpr double kSevere = 0.20;        // part of the step: from this weight on the card's edge has the colour of an error
constexpr int kSettingCharacters = 64;  // most characters of a setting that are shown; the tool tip and the copied text have all of it

QLabel* dimLabel() {
  auto* label = new QLabel;
  label->setProperty("role", "dim");
  return label;
}

}  // namespace

FindingCard::FindingCard(const Finding& finding, bool timesAreClaims, QWidget* parent)
    : QFrame(parent),
      finding_(finding),
      claims_(timesAreClaims),
      title_(new QLabel(engineText(finding.title))),
      gain_(new QLabel),
      gainOf_(dimLabel()),
      sentence_(dimLabel()),
      culprits_(new QLabel),
      cure_(new QLabel),
      state_(new QLabel),
      trial_(new QLabel),
      timeline_(new QPushButton(tr("Show on timeline"))),
      action_(new QPushButton),
      keep_(new QPushButton(tr("Keep"))),
      back_(new QPushButton(tr("Put back"))),
      progress_(new QProgressBar),
      trialRow_(new QWidget) {
  setProperty("card", true);
  setFocusPolicy(Qt::TabFocus);
  setCursor(Qt::PointingHandCursor);
  setObjectName(QStringLiteral("finding-") + text(finding.rule));
  setAccessibleName(engineText(finding.title));
  setAccessibleDescription(engineText(finding.sentence));
  title_->setProperty("role", "heading");
  title_->setFont(textFont(14, QFont::DemiBold));
  title_->setWordWrap(true);
  sentence_->setWordWrap(true);
  culprits_->setWordWrap(true);
  gain_->setTextFormat(Qt::RichText);
  gain_->setAlignment(Qt::AlignRight);
  gainOf_->setAlignment(Qt::AlignRight);
  cure_->setTextFormat(Qt::RichText);
  cure_->setWordWrap(true);
  trial_->setWordWrap(true);
  trial_->setTextFormat(Qt::RichText);
  keep_->setProperty("primary", true);
  progress_->setTextVisible(false);
  progress_->setRange(0, 1000);
  for (QPushButton* button : {timeline_, action_, keep_, back_}) button->setCursor(Qt::ArrowCursor);

  auto* top = new QHBoxLayout;
  top->addWidget(title_, 1);
  top->addWidget(state_, 0, Qt::AlignTop);
  top->addWidget(gain_, 0, Qt::AlignTop);
  auto* middle = new QHBoxLayout;
  middle->addWidget(sentence_, 1);
  middle->addWidget(gainOf_, 0, Qt::AlignTop);
  auto* bottom = new QHBoxLayout;
  bottom->setSpacing(8);
  bottom->addWidget(cure_, 1);
  bottom->addWidget(timeline_);
  bottom->addWidget(action_);
  auto* tried = new QHBoxLayout(trialRow_);
  tried->setContentsMargins(0, 2, 0, 0);
  tried->setSpacing(8);
  tried->addWidget(trial_, 1);
  tried->addWidget(progress_);
  tried->addWidget(back_);
  tried->addWidget(keep_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(18, 10, 14, 10);
  layout->setSpacing(6);
  layout->addLayout(top);
  layout->addLayout(middle);
  layout->addWidget(culprits_);
  layout->addLayout(bottom);
  layout->addWidget(trialRow_);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);

  timeline_->setVisible(!finding_.evidence.empty());
  connect(timeline_, &QPushButton::clicked, this, &FindingCard::timelineRequested);
  connect(action_, &QPushButton::clicked, this, [this] { Q_EMIT actionRequested(actionKind_); });
  connect(keep_, &QPushButton::clicked, this, [this] { Q_EMIT trialEnded(true); });
  connect(back_, &QPushButton::clicked, this, [this] {
    if (trialState_ && !trialState_->result) Q_EMIT trialCancelled();
    else Q_EMIT trialEnded(false);
  });
  setAction(CureAction::None);
  setTrial(std::nullopt);
}

void FindingCard::setAction(CureAction action) {
  actionKind_ = action;
  action_->setVisible(action != CureAction::None);
  action_->setProperty("primary", action == CureAction::Try);
  switch (action) {
    case CureAction::Try:
      action_->setText(tr("Try it"));
      action_->setToolTip(tr("Measures it on the running model, block by block with and without, and puts everything back"));
      break;
    case CureAction::UseNext:
      action_->setText(tr("Use in the next run"));
      action_->setToolTip(tr("Sets the switch for the next runs. While a run trains it can be tried first"));
      break;
    case CureAction::Copy:
      action_->setText(tr("Copy the setting"));
      action_->setToolTip(engineText(finding_.cure ? finding_.cure->setting : std::string()));
      break;
    case CureAction::None: break;
  }
  draw();
}

void FindingCard::setTrial(const std::optional<TrialState>& trial) {
  trialState_ = trial;
  const bool running = trial && !trial->result;
  const bool open = trial && trial->result && trial->result->choice == TrialResult::Choice::Open && trial->result->figures && trial->gone.isEmpty();
  trialRow_->setVisible(trial.has_value());
  progress_->setVisible(running);
  if (running) progress_->setValue(static_cast<int>(trial->share * 1000));
  back_->setVisible(running || open);
  back_->setText(running ? tr("Cancel") : tr("Put back"));
  keep_->setVisible(open);
  action_->setEnabled(!running);
  draw();
}

QString FindingCard::gainText() const {
  if (finding_.gainAtMostMs && *finding_.gainAtMostMs <= 0) return tr("no gain: the step waits for something else");
  return finding_.gainAtMostMs ? tr("at most −%1").arg(text(advice::milliseconds(*finding_.gainAtMostMs))) : tr("gain not known");
}

QString FindingCard::gainOfText() const {
  return gainOf_->text();
}

QString FindingCard::culpritsText() const {
  QStringList places;
  for (const std::string& place : finding_.culprits) places << text(place);
  return places.isEmpty() ? QString() : tr("From: %1").arg(places.join(QStringLiteral("; ")));
}

QString FindingCard::trialText() const {
  if (!trialState_) return {};
  if (!trialState_->result) return trialState_->what;
  QString said = engineText(trialState_->result->sentence());
  if (trialState_->result->choice == TrialResult::Choice::Kept) said += tr(" · kept");
  if (trialState_->result->choice == TrialResult::Choice::PutBack) said += tr(" · put back");
  const bool open = trialState_->result->choice == TrialResult::Choice::Open && trialState_->result->figures;
  if (open && !trialState_->gone.isEmpty()) said += QStringLiteral(" · ") + trialState_->gone;
  return said;
}

void FindingCard::draw() {
  const Tokens& t = tokens();
  const bool gains = finding_.gainAtMostMs && *finding_.gainAtMostMs > 0;
  gain_->setText(gains ? QStringLiteral("<span style='color:%1'>%2</span> <span style='color:%3; font-size:15px'><b>−%4</b></span>")
                             .arg(t.dim.name(), tr("at most"), (claims_ ? t.good : t.text).name(), text(advice::milliseconds(*finding_.gainAtMostMs)))
                       : QStringLiteral("<span style='color:%1'>%2</span>").arg(t.dim.name(), gainText()));
  gainOf_->setText(!gains ? QString() : claims_ ? tr("of a step") : tr("of a step, no claim"));
  const QString sentence = engineText(finding_.sentence);
  sentence_->setText(shortened(sentence));
  sentence_->setToolTip(sentence_->text() == sentence ? QString() : sentence);
  const QString culprits = culpritsText();
  culprits_->setText(shortened(culprits));
  culprits_->setToolTip(culprits_->text() == culprits ? QString() : culprits);
  culprits_->setVisible(!culprits.isEmpty());
  const auto chip = [&](const QString& value, bool wanted) {
    return QStringLiteral("<span style='background-color:%1; color:%2'>&nbsp;%3&nbsp;</span>")
        .arg(t.raised.name(), (wanted ? t.accent : t.text).name(), value.toHtmlEscaped());
  };
  QString cure;
  if (finding_.cure && finding_.cure->isSwitch())
    cure = QStringLiteral("%1 &nbsp;%2 → %3")
               .arg(engineText(finding_.cure->title).toHtmlEscaped(), chip(text(finding_.cure->from), false), chip(text(finding_.cure->to), true));
  else if (finding_.cure)
    cure = QStringLiteral("%1 &nbsp;<span style='font-family:monospace; color:%2'>%3</span>")
               .arg(engineText(finding_.cure->title).toHtmlEscaped(), t.dim.name(),
                    shortened(engineText(finding_.cure->setting), kSettingCharacters).toHtmlEscaped());
  cure_->setToolTip(finding_.cure && !finding_.cure->isSwitch() ? engineText(finding_.cure->setting) : QString());
  cure_->setText(cure);
  const bool tried = trialState_ && trialState_->result;
  state_->setText(tried ? tr("tried") : QString());
  state_->setVisible(tried);
  state_->setProperty("chip", true);
  trial_->setText(
      QStringLiteral("<span style='color:%1'>%2</span>")
          .arg((tried && trialState_->result->outcome == TrialOutcome::Faster ? t.good : t.text).name(), shortened(trialText()).toHtmlEscaped()));
  trial_->setToolTip(trialText());
  update();
}

void FindingCard::paintEvent(QPaintEvent* event) {
  QFrame::paintEvent(event);
  QPainter painter(this);
  painter.fillRect(QRect(0, 6, 3, height() - 12), finding_.weight >= kSevere ? tokens().bad : tokens().warn);
  if (!hasFocus()) return;
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(tokens().accent);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

void FindingCard::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && rect().contains(event->pos())) Q_EMIT evidenceRequested();
}

void FindingCard::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space) Q_EMIT evidenceRequested();
  else QFrame::keyPressEvent(event);
}

void FindingCard::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (isThemeChange(event) && trialRow_) draw();
}

}  // namespace stepscope
