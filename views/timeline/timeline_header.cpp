#include "views/timeline/timeline_header.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include "views/common/elided_label.h"
#include "views/common/icons.h"
#include "views/common/units.h"
#include "views/timeline/timeline_texts.h"

namespace stepscope {
namespace {

QToolButton* button(const QString& text, const QString& tip, QWidget* parent) {
  auto* made = new QToolButton(parent);
  made->setProperty("button", true);
  made->setText(text);
  made->setToolTip(tip);
  made->setAccessibleName(tip);
  return made;
}

QToolButton* toggle(const QString& text, const QString& tip, QWidget* parent) {
  auto* made = button(text, tip, parent);
  made->setProperty("button", false);
  made->setProperty("flat", true);  // flat buttons show whether they are on
  made->setCheckable(true);
  return made;
}

}  // namespace

TimelineHeader::TimelineHeader(QWidget* parent) : QFrame(parent) {
  setProperty("card", true);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(14, 6, 8, 6);
  layout->setSpacing(4);
  layout->addLayout(first_ = firstLine());
  layout->addLayout(secondLine());
}

QBoxLayout* TimelineHeader::firstLine() {
  heading_ = new ElidedLabel({}, this);
  heading_->setProperty("role", "heading");
  note_ = new QLabel(this);
  note_->setProperty("role", "dim");
  note_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  search_ = new QLineEdit(this);
  search_->setObjectName(QStringLiteral("timelineSearch"));
  search_->setPlaceholderText(tr("Find op or layer"));
  search_->setAccessibleName(tr("Find op, layer or kernel"));
  search_->setToolTip(
      tr("Ctrl+F. Enter goes to the next match, Shift+Enter to the one before.\n\"layer:\" before a layer and \"name:\" before a name find "
         "just that one."));
  search_->setClearButtonEnabled(true);
  search_->addAction(icon(QStringLiteral("search"), IconTint::Dim), QLineEdit::LeadingPosition);
  search_->setMinimumWidth(110);
  search_->setMaximumWidth(220);
  search_->installEventFilter(this);
  matches_ = new QLabel(this);
  matches_->setProperty("role", "dim");
  matches_->setMinimumWidth(72);
  matches_->setAlignment(Qt::AlignCenter);
  auto* previousMatch = button(QStringLiteral("▲"), tr("Previous match (P)"), this);
  auto* nextMatch = button(QStringLiteral("▼"), tr("Next match (N)"), this);
  for (QWidget* widget : std::initializer_list<QWidget*>{matches_, previousMatch, nextMatch}) {
    widget->hide();
    connect(search_, &QLineEdit::textChanged, widget, [widget](const QString& text) { widget->setVisible(!text.trimmed().isEmpty()); });
  }

  auto* first = new QHBoxLayout;
  first->setSpacing(6);
  first->addWidget(heading_, 1);
  first->addWidget(note_);
  first->addSpacing(8);
  for (QWidget* widget : std::initializer_list<QWidget*>{search_, matches_, previousMatch, nextMatch}) first->addWidget(widget);
  connect(note_, &QLabel::linkActivated, this, &TimelineHeader::reasonsRequested);
  connect(search_, &QLineEdit::textChanged, this, &TimelineHeader::searchChanged);
  connect(search_, &QLineEdit::returnPressed, this, [this] { Q_EMIT matchRequested(1); });
  connect(previousMatch, &QToolButton::clicked, this, [this] { Q_EMIT matchRequested(-1); });
  connect(nextMatch, &QToolButton::clicked, this, [this] { Q_EMIT matchRequested(1); });
  return first;
}

QBoxLayout* TimelineHeader::secondLine() {
  auto* layout = new QHBoxLayout;
  layout->setSpacing(6);
  back_ = button(QStringLiteral("↶"), tr("Back to the previous view and selection (Backspace)"), this);
  forward_ = button(QStringLiteral("↷"), tr("Forward again (Shift+Backspace)"), this);
  back_->setObjectName(QStringLiteral("timelineBack"));
  forward_->setObjectName(QStringLiteral("timelineForward"));
  auto* fit = button(tr("fit"), tr("Show the whole capture (F)"), this);
  previous_ = button(tr("◀ step"), tr("Show the step before ([)"), this);
  step_ = new QLineEdit(this);
  step_->setObjectName(QStringLiteral("timelineStep"));
  step_->setFixedWidth(64);
  step_->setAlignment(Qt::AlignCenter);
  step_->setAccessibleName(tr("Go to step"));
  step_->setToolTip(tr("Type a step and press Enter (G)"));
  step_->installEventFilter(this);
  next_ = button(tr("step ▶"), tr("Show the step after (])"), this);
  colors_ = new QComboBox(this);
  colors_->setAccessibleName(tr("What colours mean"));
  colors_->setToolTip(tr("What the colours of the spans mean"));
  for (int i = 0; i < kTimelineColorModes; ++i) colors_->addItem(tr("colour: %1").arg(titleOf(static_cast<TimelineColors>(i))));
  layers_ = toggle(tr("layers"), tr("Group the ops by layer"), this);
  layers_->setChecked(true);
  follow_ = toggle(tr("follow"), tr("Show the latest steps of the run in training as they come"), this);
  follow_->setObjectName(QStringLiteral("timelineFollow"));
  follow_->setVisible(false);
  auto* notes = button(tr("notes"), tr("Moments that you marked (M marks one)"), this);
  notes->setObjectName(QStringLiteral("timelineNotes"));
  notesMenu_ = new QMenu(notes);
  notes->setMenu(notesMenu_);
  notes->setPopupMode(QToolButton::InstantPopup);
  auto* keys = button(QStringLiteral("?"), tr("Mouse and keys (?)"), this);
  keys->setObjectName(QStringLiteral("timelineHelp"));
  for (QWidget* widget : std::initializer_list<QWidget*>{back_, forward_, fit}) layout->addWidget(widget);
  layout->addSpacing(8);
  for (QWidget* widget : std::initializer_list<QWidget*>{previous_, step_, next_}) layout->addWidget(widget);
  layout->addStretch(1);
  for (QWidget* widget : std::initializer_list<QWidget*>{follow_, layers_, colors_, notes, keys}) layout->addWidget(widget);

  connect(back_, &QToolButton::clicked, this, [this] { Q_EMIT historyRequested(-1); });
  connect(forward_, &QToolButton::clicked, this, [this] { Q_EMIT historyRequested(1); });
  connect(previous_, &QToolButton::clicked, this, [this] { Q_EMIT stepMoveRequested(-1); });
  connect(next_, &QToolButton::clicked, this, [this] { Q_EMIT stepMoveRequested(1); });
  connect(fit, &QToolButton::clicked, this, &TimelineHeader::fitRequested);
  connect(step_, &QLineEdit::returnPressed, this, [this] {
    bool ok = false;
    const std::int64_t step = step_->text().trimmed().toLongLong(&ok);
    Q_EMIT stepTyped(ok ? step : -1);
  });
  connect(colors_, &QComboBox::currentIndexChanged, this, &TimelineHeader::optionsChanged);
  connect(layers_, &QToolButton::toggled, this, &TimelineHeader::optionsChanged);
  connect(follow_, &QToolButton::toggled, this, &TimelineHeader::followRequested);
  connect(keys, &QToolButton::clicked, this, &TimelineHeader::helpRequested);
  return layout;
}

void TimelineHeader::setModel(const TimelineModel& model) {
  layers_->setVisible(model.hasLayers());
  for (QWidget* widget : std::initializer_list<QWidget*>{previous_, step_, next_}) widget->setVisible(model.steps().size() > 1);
  const QString missing = missingText(model.trace());
  const bool reasons = !missing.isEmpty() && !model.trace().notes.empty();
  note_->setToolTip(missing);
  note_->setText(reasons ? missing + QStringLiteral(" · <a href=\"why\">%1</a>").arg(tr("why")) : missing);
}

void TimelineHeader::showStep(const TimelineModel& model, int index) {
  heading_->setToolTip(headingTooltip(model.trace()));
  heading_->setText(headingOf(model, index));
  if (index < 0) return step_->clear();
  previous_->setEnabled(index > 0);
  next_->setEnabled(static_cast<std::size_t>(index) + 1 < model.steps().size());
  const std::int32_t number = model.steps()[static_cast<std::size_t>(index)].step;
  if (!step_->hasFocus()) step_->setText(QString::number(number >= 0 ? number : index + 1));
}

void TimelineHeader::setMatches(int current, int count) {
  if (search_->text().trimmed().isEmpty()) matches_->clear();
  else if (count == 0) matches_->setText(tr("no match"));
  else if (current < 0) matches_->setText(count == 1 ? tr("1 match") : tr("%1 matches").arg(formatCount(count)));
  else matches_->setText(tr("%1 of %2").arg(formatCount(current + 1), formatCount(count)));
}

void TimelineHeader::setHistory(bool back, bool forward) {
  back_->setEnabled(back);
  forward_->setEnabled(forward);
}

void TimelineHeader::setFollow(bool offered, bool pressed) {
  const QSignalBlocker blocker(follow_);
  follow_->setVisible(offered);
  follow_->setChecked(pressed);
}

void TimelineHeader::setColors(TimelineColors colors) {
  colors_->setCurrentIndex(static_cast<int>(colors));
}

void TimelineHeader::setSearched(const QString& text) {
  search_->setText(text);
  search_->setCursorPosition(0);  // show the beginning of a long name
}

QString TimelineHeader::heading() const {
  return heading_->text();
}
QString TimelineHeader::note() const {
  return note_->text();
}
QString TimelineHeader::searched() const {
  return search_->text();
}

TimelineOptions TimelineHeader::options() const {
  return {layers_->isChecked(), static_cast<TimelineColors>(colors_->currentIndex())};
}

void TimelineHeader::addButton(QToolButton* button) {
  first_->addWidget(button);
}

void TimelineHeader::typeStep() {
  step_->setFocus(Qt::ShortcutFocusReason);
  selectStep();
}

void TimelineHeader::selectStep() {
  step_->selectAll();
}

void TimelineHeader::typeSearch() {
  search_->setFocus(Qt::ShortcutFocusReason);
  search_->selectAll();
}

bool TimelineHeader::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QFrame::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  if (watched == search_ && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && (key->modifiers() & Qt::ShiftModifier)) {
    Q_EMIT matchRequested(-1);
    return true;
  }
  if (key->key() != Qt::Key_Escape) return QFrame::eventFilter(watched, event);
  if (watched == search_) search_->clear();
  Q_EMIT left();
  return true;
}

}  // namespace stepscope
