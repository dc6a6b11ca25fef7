#include "views/timeline/timeline_view.h"

#include <QAction>
#include <QFrame>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>
#include <cmath>

#include "views/common/empty_state.h"
#include "views/common/icons.h"
#include "views/common/picture_menu.h"
#include "views/common/selection.h"
#include "views/common/units.h"
#include "views/timeline/timeline_canvas.h"
#include "views/timeline/timeline_overview.h"

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

QFrame* panel(QWidget* parent) {
  auto* frame = new QFrame(parent);
  frame->setProperty("card", true);
  return frame;
}

}  // namespace

TimelineView::TimelineView(Selection* selection, QWidget* parent)
    : QWidget(parent),
      selection_(selection),
      stack_(new QStackedLayout(this)),
      empty_(new EmptyState(tr("Nothing captured yet"),
                            tr("The timeline shows every op of a few training steps, the loader workers and the batch queue on one clock."),
                            tr("Capture 10 steps"), this)),
      content_(new QWidget(this)) {
  connect(empty_, &EmptyState::activated, this, &TimelineView::captureRequested);
  stack_->addWidget(empty_);
  stack_->addWidget(content_);

  auto* layout = new QVBoxLayout(content_);
  layout->setContentsMargins(10, 10, 10, 10);
  layout->setSpacing(8);
  layout->addWidget(buildHeader());

  QFrame* lanes = panel(content_);
  auto* lanesLayout = new QVBoxLayout(lanes);
  lanesLayout->setContentsMargins(1, 4, 1, 1);
  lanesLayout->setSpacing(0);
  overview_ = new TimelineOverview(lanes);
  canvas_ = new TimelineCanvas(lanes);
  lanesLayout->addWidget(overview_);
  lanesLayout->addWidget(canvas_, 1);
  layout->addWidget(lanes, 1);
  static_cast<QHBoxLayout*>(heading_->parentWidget()->layout())
      ->addWidget(pictureButton({lanes, QStringLiteral("timeline"),
                                 [this] {
                                   if (!model_) return QString();
                                   const bool range = canvas_->hasRange();
                                   const TimeAxis& axis = canvas_->axis();
                                   return model_->toTable(range ? canvas_->rangeBegin() : axis.begin,
                                                          range ? canvas_->rangeEnd() : axis.end());
                                 }},
                                heading_->parentWidget()));

  connect(canvas_, &TimelineCanvas::axisChanged, this, [this] {
    overview_->setAxis(canvas_->axis());
    if (step_ < 0) updateHeading();
  });
  connect(overview_, &TimelineOverview::viewMoved, canvas_, &TimelineCanvas::setView);
  connect(canvas_, &TimelineCanvas::spanClicked, this, &TimelineView::onSpanClicked);
  connect(canvas_, &TimelineCanvas::emptyClicked, this, [this] {
    selectedSpan_.reset();
    selection_->setNode(-1);
    Q_EMIT spanSelected(std::nullopt);
  });
  connect(canvas_, &TimelineCanvas::rangeChanged, this, &TimelineView::onRangeChanged);
  connect(canvas_, &TimelineCanvas::matchChanged, this, &TimelineView::updateMatchCount);
  connect(selection_, &Selection::nodeChanged, this, &TimelineView::onNodeSelected);
  connect(selection_, &Selection::stepChanged, this, [this](std::int64_t step) {
    if (selecting_ || !model_) return;
    for (std::size_t i = 0; i < model_->steps().size(); ++i)
      if (model_->steps()[i].step == step) return showStep(static_cast<int>(i), true);
  });
  connect(selection_, &Selection::timeRangeChanged, this, [this](TimeRange range) {
    if (selecting_ || !trace_) return;
    canvas_->setRange(static_cast<double>(range.begin - trace_->begin), static_cast<double>(range.end - trace_->begin));
  });
  setFocusProxy(canvas_);
  stack_->setCurrentWidget(empty_);
}

TimelineView::~TimelineView() = default;

QWidget* TimelineView::buildHeader() {
  QFrame* header = panel(content_);
  auto* layout = new QHBoxLayout(header);
  layout->setContentsMargins(14, 6, 8, 6);
  layout->setSpacing(6);
  heading_ = new QLabel(header);
  heading_->setProperty("role", "heading");
  heading_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  note_ = new QLabel(header);
  note_->setProperty("role", "dim");
  note_->setMinimumWidth(0);
  note_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  note_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  previous_ = button(tr("◀ step"), tr("Show the step before"), header);
  next_ = button(tr("step ▶"), tr("Show the step after"), header);
  fit_ = button(tr("fit"), tr("Show the whole capture (F)"), header);
  layers_ = button(tr("layers"), tr("Group the ops by layer"), header);
  layers_->setProperty("button", false);
  layers_->setProperty("flat", true);  // flat buttons show whether they are on
  layers_->setCheckable(true);
  layers_->setChecked(true);
  search_ = new QLineEdit(header);
  search_->setPlaceholderText(tr("Find op or layer"));
  search_->setAccessibleName(tr("Find op, layer or kernel"));
  search_->setToolTip(tr("Enter goes to the next match, Shift+Enter to the one before"));
  search_->setClearButtonEnabled(true);
  search_->addAction(icon(QStringLiteral("search"), IconTint::Dim), QLineEdit::LeadingPosition);
  search_->setMinimumWidth(110);
  search_->setMaximumWidth(200);
  search_->installEventFilter(this);
  matches_ = new QLabel(header);
  matches_->setProperty("role", "dim");
  matches_->setMinimumWidth(58);
  layout->addWidget(heading_);
  layout->addWidget(note_, 1);
  layout->addSpacing(8);
  for (QWidget* widget : std::initializer_list<QWidget*>{previous_, next_, fit_, layers_, search_, matches_}) layout->addWidget(widget);
  connect(previous_, &QToolButton::clicked, this, &TimelineView::previousStep);
  connect(next_, &QToolButton::clicked, this, &TimelineView::nextStep);
  connect(fit_, &QToolButton::clicked, this, [this] { canvas_->fit(); });
  connect(layers_, &QToolButton::toggled, this, &TimelineView::rebuildModel);
  connect(search_, &QLineEdit::textChanged, this, &TimelineView::search);
  connect(search_, &QLineEdit::returnPressed, this, [this] { canvas_->stepMatch(1); });
  return header;
}

void TimelineView::setEmptyTexts(const QString& title, const QString& sentence, const QString& button) {
  empty_->setTexts(title, sentence, button);
}

void TimelineView::setTrace(std::shared_ptr<const Trace> trace) {
  if (trace == trace_) return;
  trace_ = std::move(trace);
  selectedSpan_.reset();
  step_ = -1;
  rebuildModel();
  if (model_ && !model_->steps().empty()) showStep(static_cast<int>(model_->steps().size() - 1) / 2, false);
  if (selection_->node() >= 0) onNodeSelected(selection_->node());
  Q_EMIT spanSelected(std::nullopt);
}

void TimelineView::rebuildModel() {
  const bool seen = trace_ && trace_->spanCount() + trace_->counters.size() > 0;
  model_ = seen ? std::make_shared<const TimelineModel>(trace_, layers_->isChecked()) : nullptr;
  canvas_->setModel(model_);
  overview_->setModel(model_);
  overview_->setAxis(canvas_->axis());
  stack_->setCurrentWidget(seen ? content_ : static_cast<QWidget*>(empty_));
  if (!model_) return;
  layers_->setVisible(model_->hasLayers());
  const bool steps = model_->steps().size() > 1;
  previous_->setVisible(steps);
  next_->setVisible(steps);
  canvas_->setCurrentStep(step_);
  if (selectedSpan_) canvas_->select(model_->find(*selectedSpan_));
  canvas_->setHighlighted(model_->spansOfNode(selection_->node()));
  search(search_->text());
  updateHeading();
  updateNote();
}

void TimelineView::showStep(int index, bool zoom) {
  if (!model_ || index < 0 || static_cast<std::size_t>(index) >= model_->steps().size()) return;
  step_ = index;
  const TimelineStep& step = model_->steps()[static_cast<std::size_t>(index)];
  canvas_->setCurrentStep(index);
  if (zoom) canvas_->showTimes(step.begin, step.begin + step.length);
  previous_->setEnabled(index > 0);
  next_->setEnabled(static_cast<std::size_t>(index) + 1 < model_->steps().size());
  updateHeading();
  if (!zoom) return;
  const QScopedValueRollback guard(selecting_, true);
  selection_->setStep(step.step);
}

void TimelineView::nextStep() {
  showStep(step_ + 1, true);
}
void TimelineView::previousStep() {
  showStep(step_ - 1, true);
}

void TimelineView::onSpanClicked(TimelineHit hit) {
  const QScopedValueRollback guard(selecting_, true);
  selectedSpan_ = model_->span(hit);
  const TimelineRow::Kind kind = model_->rows()[static_cast<std::size_t>(hit.row)].kind;
  const int stepIndex = model_->stepIndexAt((model_->begin(hit) + model_->end(hit)) / 2);
  if (stepIndex >= 0) {
    showStep(stepIndex, false);
    selection_->setStep(model_->steps()[static_cast<std::size_t>(stepIndex)].step);
  }
  // Of a group (a phase, a layer, a step) its time is what is selected.
  if (kind == TimelineRow::Kind::Phases || kind == TimelineRow::Kind::Layers) canvas_->setRange(model_->begin(hit), model_->end(hit));
  const int node = model_->node(hit);
  selection_->setNode(node);
  canvas_->setHighlighted(model_->spansOfNode(node));
  Q_EMIT spanSelected(selectedSpan_);
}

void TimelineView::onNodeSelected(int node) {
  if (selecting_ || !model_) return;
  const std::vector<TimelineHit> spans = model_->spansOfNode(node);
  canvas_->setHighlighted(spans);
  selectedSpan_.reset();
  // Of the node's spans the one in the step that is shown.
  std::optional<TimelineHit> chosen;
  for (const TimelineHit& hit : spans)
    if (!chosen || model_->stepIndexAt(model_->begin(hit)) == step_) {
      chosen = hit;
      if (model_->stepIndexAt(model_->begin(hit)) == step_) break;
    }
  canvas_->select(chosen);
  if (chosen) selectedSpan_ = model_->span(*chosen);
}

void TimelineView::onRangeChanged(double from, double to) {
  const QScopedValueRollback guard(selecting_, true);
  if (to > from)
    selection_->setTimeRange(
        {trace_->begin + static_cast<std::int64_t>(std::llround(from)), trace_->begin + static_cast<std::int64_t>(std::llround(to))});
  else
    selection_->setTimeRange({});
}

void TimelineView::find(const QString& text) {
  search_->setText(text);
  canvas_->setFocus();
  canvas_->stepMatch(1);
}

void TimelineView::search(const QString& text) {
  canvas_->setMatches(model_ ? model_->search(text) : std::vector<TimelineHit>());
  updateMatchCount();
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

QString TimelineView::heading() const {
  return heading_->text();
}
QString TimelineView::note() const {
  return note_->text();
}

void TimelineView::updateHeading() {
  if (!model_) return;
  if (step_ < 0) {
    const QString source = QString::fromStdString(trace_->source);
    heading_->setText(source.isEmpty() ? formatMs(model_->length() * 1e-6)
                                       : source + QStringLiteral(" · ") + formatMs(model_->length() * 1e-6));
    return;
  }
  const TimelineStep& step = model_->steps()[static_cast<std::size_t>(step_)];
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
  heading_->setToolTip(QString::fromStdString(trace_->source));
}

void TimelineView::updateNote() {
  if (!model_) return;
  const std::int64_t lost = trace_->dropped;
  note_->setText(lost > 0 ? tr("%1 spans were lost: the recorder was full").arg(formatCount(lost)) : QString());
  note_->setToolTip(note_->text());
}

bool TimelineView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == search_ && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && (key->modifiers() & Qt::ShiftModifier)) {
      canvas_->stepMatch(-1);
      return true;
    }
    if (key->key() == Qt::Key_Escape) {
      search_->clear();
      canvas_->setFocus();
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Find)) {
    search_->setFocus(Qt::ShortcutFocusReason);
    search_->selectAll();
    return;
  }
  QWidget::keyPressEvent(event);
}

}  // namespace stepscope
