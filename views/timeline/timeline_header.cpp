// The header of the Timeline tab: two lines of words, buttons and fields.
#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QIntValidator>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

#include "profiler/analysis/capture_cost.h"
#include "views/common/elided_label.h"
#include "views/common/icons.h"
#include "views/common/picture_menu.h"
#include "views/common/units.h"
#include "views/timeline/note_book.h"
#include "views/timeline/range_panel.h"
#include "views/timeline/timeline_canvas.h"
#include "views/timeline/timeline_view.h"
#include "views/words/engine_text.h"

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

QWidget* TimelineView::buildHeader() {
  auto* header = new QFrame(content_);
  header->setProperty("card", true);
  heading_ = new ElidedLabel({}, header);
  heading_->setProperty("role", "heading");
  note_ = new QLabel(header);
  note_->setProperty("role", "dim");
  note_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  connect(note_, &QLabel::linkActivated, this, &TimelineView::showDropped);
  search_ = new QLineEdit(header);
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
  matches_ = new QLabel(header);
  matches_->setProperty("role", "dim");
  matches_->setMinimumWidth(72);
  matches_->setAlignment(Qt::AlignCenter);
  auto* previousMatch = button(QStringLiteral("▲"), tr("Previous match (P)"), header);
  auto* nextMatch = button(QStringLiteral("▼"), tr("Next match (N)"), header);
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
  auto* second = new QHBoxLayout;
  second->setSpacing(6);
  buildTools(header, second);
  auto* layout = new QVBoxLayout(header);
  layout->setContentsMargins(14, 6, 8, 6);
  layout->setSpacing(4);
  layout->addLayout(first);
  layout->addLayout(second);
  connect(previousMatch, &QToolButton::clicked, this, [this] { canvas_->stepMatch(-1); });
  connect(nextMatch, &QToolButton::clicked, this, [this] { canvas_->stepMatch(1); });
  connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
    // A large trace is searched when the typing rests.
    constexpr std::size_t kAtOnce = 500'000;
    if (!trace_ || trace_->spanCount() <= kAtOnce) return search(text);
    searchTimer_.start();
  });
  searchTimer_.setSingleShot(true);
  searchTimer_.setInterval(180);
  connect(&searchTimer_, &QTimer::timeout, this, [this] { search(search_->text()); });
  connect(search_, &QLineEdit::returnPressed, this, [this] {
    if (searchTimer_.isActive()) {
      searchTimer_.stop();
      search(search_->text());
    }
    canvas_->stepMatch(1);
  });
  return header;
}

void TimelineView::buildTools(QWidget* header, QHBoxLayout* layout) {
  back_ = button(QStringLiteral("↶"), tr("Back to what was seen and selected before (Backspace)"), header);
  forward_ = button(QStringLiteral("↷"), tr("Forward again (Shift+Backspace)"), header);
  back_->setObjectName(QStringLiteral("timelineBack"));
  forward_->setObjectName(QStringLiteral("timelineForward"));
  fit_ = button(tr("fit"), tr("Show the whole capture (F)"), header);
  previous_ = button(tr("◀ step"), tr("Show the step before ([)"), header);
  stepEdit_ = new QLineEdit(header);
  stepEdit_->setObjectName(QStringLiteral("timelineStep"));
  stepEdit_->setFixedWidth(64);
  stepEdit_->setAlignment(Qt::AlignCenter);
  stepEdit_->setAccessibleName(tr("Go to step"));
  stepEdit_->setToolTip(tr("Type a step and press Enter (G)"));
  stepEdit_->installEventFilter(this);
  next_ = button(tr("step ▶"), tr("Show the step after (])"), header);
  colors_ = new QComboBox(header);
  colors_->setAccessibleName(tr("What colours mean"));
  colors_->setToolTip(tr("What the colours of the spans mean"));
  for (int i = 0; i < kTimelineColorModes; ++i) colors_->addItem(tr("colour: %1").arg(titleOf(static_cast<TimelineColors>(i))));
  layers_ = toggle(tr("layers"), tr("Group the ops by layer"), header);
  layers_->setChecked(true);
  followButton_ = toggle(tr("follow"), tr("Show the latest steps of the run in training as they come"), header);
  followButton_->setObjectName(QStringLiteral("timelineFollow"));
  followButton_->setVisible(false);
  notesButton_ = button(tr("notes"), tr("Moments that you marked (M marks one)"), header);
  notesButton_->setObjectName(QStringLiteral("timelineNotes"));
  notesMenu_ = new QMenu(notesButton_);
  notesButton_->setMenu(notesMenu_);
  notesButton_->setPopupMode(QToolButton::InstantPopup);
  auto* keys = button(QStringLiteral("?"), tr("Mouse and keys (?)"), header);
  keys->setObjectName(QStringLiteral("timelineHelp"));
  for (QWidget* widget : std::initializer_list<QWidget*>{back_, forward_, fit_}) layout->addWidget(widget);
  layout->addSpacing(8);
  for (QWidget* widget : std::initializer_list<QWidget*>{previous_, stepEdit_, next_}) layout->addWidget(widget);
  layout->addStretch(1);
  for (QWidget* widget : std::initializer_list<QWidget*>{followButton_, layers_, colors_, notesButton_, keys}) layout->addWidget(widget);

  connect(back_, &QToolButton::clicked, this, &TimelineView::undo);
  connect(forward_, &QToolButton::clicked, this, &TimelineView::redo);
  connect(previous_, &QToolButton::clicked, this, &TimelineView::previousStep);
  connect(next_, &QToolButton::clicked, this, &TimelineView::nextStep);
  connect(fit_, &QToolButton::clicked, this, [this] { canvas_->fit(); });
  connect(stepEdit_, &QLineEdit::returnPressed, this, [this] {
    bool ok = false;
    const std::int64_t step = stepEdit_->text().trimmed().toLongLong(&ok);
    goToStep(ok ? step : -1);
  });
  connect(colors_, &QComboBox::currentIndexChanged, this, &TimelineView::rebuildModel);
  connect(layers_, &QToolButton::toggled, this, &TimelineView::rebuildModel);
  connect(followButton_, &QToolButton::toggled, this, &TimelineView::followRequested);
  connect(keys, &QToolButton::clicked, this, &TimelineView::showKeys);
}

void TimelineView::updateHeading() {
  if (!model_) return;
  const QString source = QString::fromStdString(trace_->source);
  // What recording cost belongs beside every time that is shown.
  const QString cost = engineText(describe(captureCost(*trace_)));
  heading_->setToolTip(cost.isEmpty() ? source : source + QLatin1Char('\n') + cost);
  if (step_ < 0) {
    QStringList parts{source.section(QLatin1Char('/'), -1), formatMs(model_->length() * 1e-6), cost};
    parts.removeAll(QString());
    heading_->setText(parts.join(QStringLiteral(" · ")));
    stepEdit_->clear();
    return;
  }
  const TimelineStep& step = model_->steps()[static_cast<std::size_t>(step_)];
  if (!stepEdit_->hasFocus()) stepEdit_->setText(QString::number(step.step >= 0 ? step.step : step_ + 1));
  QString text = (step.step >= 0 ? tr("Step %1").arg(step.step) : tr("Step %1 of the capture").arg(step_ + 1)) + QStringLiteral(" · ") +
                 formatMs(step.length * 1e-6);
  if (model_->steps().size() > 2) {
    const double difference = step.length - model_->medianStep();
    if (std::abs(difference) < 0.001 * model_->medianStep())
      text += QStringLiteral(" · ") + tr("as the median of %1 steps").arg(model_->steps().size());
    else
      text += QStringLiteral(" · ") + (difference > 0 ? tr("slower than the median by %1") : tr("faster than the median by %1"))
                                          .arg(formatMs(std::abs(difference) * 1e-6));
  }
  heading_->setText(text);
}

void TimelineView::updateMatchCount() {
  const auto count = static_cast<std::int64_t>(canvas_->matches().size());
  if (search_->text().trimmed().isEmpty())
    matches_->clear();
  else if (count == 0)
    matches_->setText(tr("no match"));
  else if (canvas_->currentMatch() < 0)
    matches_->setText(count == 1 ? tr("1 match") : tr("%1 matches").arg(formatCount(count)));
  else
    matches_->setText(tr("%1 of %2").arg(formatCount(canvas_->currentMatch() + 1), formatCount(count)));
}

}  // namespace stepscope
