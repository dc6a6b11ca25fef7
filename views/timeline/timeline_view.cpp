#include "views/timeline/timeline_view.h"

#include <QApplication>
#include <QClipboard>
#include <QFrame>
#include <QKeyEvent>
#include <QMenu>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>
#include <QUndoStack>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "profiler/analysis/self_time.h"
#include "views/common/empty_state.h"
#include "views/common/graph_match.h"
#include "views/common/picture_menu.h"
#include "views/common/selection.h"
#include "views/common/table_file.h"
#include "views/common/units.h"
#include "views/timeline/note_book.h"
#include "views/timeline/note_editor.h"
#include "views/timeline/range_panel.h"
#include "views/timeline/timeline_canvas.h"
#include "views/timeline/timeline_header.h"
#include "views/timeline/timeline_keys.h"
#include "views/timeline/timeline_legend.h"
#include "views/timeline/timeline_overview.h"
#include "views/timeline/timeline_texts.h"

namespace stepscope {
namespace {

constexpr std::size_t kBuiltAtOnce = 300'000;  // number of spans whose pyramids can be built within a frame or two

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
      empty_(new EmptyState({}, {}, {}, this)),
      content_(new QWidget(this)),
      notes_(new NoteBook(selection->ranges()->history(), this)) {
  setEmptyTexts(tr("Nothing captured yet"),
                tr("The timeline shows every op of a few training steps, the loader workers and the batch queue on one clock."),
                tr("Capture 10 steps"));
  connect(empty_, &EmptyState::activated, this, &TimelineView::captureRequested);
  stack_->addWidget(empty_);
  stack_->addWidget(content_);

  auto* layout = new QVBoxLayout(content_);
  layout->setContentsMargins(10, 10, 10, 10);
  layout->setSpacing(8);
  bar_ = new MessageBar(content_);
  layout->addWidget(bar_);
  header_ = new TimelineHeader(content_);
  layout->addWidget(header_);

  QFrame* lanes = panel(content_);
  auto* lanesLayout = new QVBoxLayout(lanes);
  lanesLayout->setContentsMargins(1, 4, 1, 1);
  lanesLayout->setSpacing(0);
  overview_ = new TimelineOverview(lanes);
  canvas_ = new TimelineCanvas(lanes);
  legend_ = new TimelineLegend(lanes);
  lanesLayout->addWidget(overview_);
  lanesLayout->addWidget(canvas_, 1);
  lanesLayout->addWidget(legend_);
  range_ = new RangePanel(content_);
  range_->hide();
  auto* splitter = new QSplitter(Qt::Vertical, content_);
  splitter->setChildrenCollapsible(false);
  splitter->setHandleWidth(8);
  splitter->addWidget(lanes);
  splitter->addWidget(range_);
  splitter->setStretchFactor(0, 3);
  splitter->setStretchFactor(1, 1);
  splitter->setSizes({460, 170});
  layout->addWidget(splitter, 1);

  // Picture and tables, at the end of the heading's line.
  QToolButton* more = pictureButton({lanes, QStringLiteral("timeline"), [this] { return spansTable(); }}, content_);
  QMenu* menu = more->menu();
  menu->addAction(tr("Copy Range Statistics as Table"), this, [this] { QApplication::clipboard()->setText(range_->table().toTable()); });
  menu->addAction(tr("Save Range Statistics as CSV..."), this,
                  [this] { saveTableAs(this, range_->table().toTable(), QStringLiteral("range statistics")); });
  menu->addSeparator();
  menu->addAction(tr("Save Trace As..."), this, &TimelineView::saveTraceRequested);
  header_->addButton(more);

  auto* editor = new NoteEditor(notes_, canvas_, header_->notesMenu());
  connect(editor, &NoteEditor::began, this, &TimelineView::moved);
  connect(notes_, &NoteBook::failed, bar_, &MessageBar::showMessage);
  connectHeader();
  connectCanvas();
  connectState();
  setFocusProxy(canvas_);
  stack_->setCurrentWidget(empty_);
  updateHistoryButtons();
}

TimelineView::~TimelineView() = default;

void TimelineView::connectHeader() {
  connect(header_, &TimelineHeader::reasonsRequested, this, [this] {
    if (trace_) bar_->showMessage(droppedMessage(*trace_));
  });
  connect(header_, &TimelineHeader::searchChanged, this, [this](const QString& text) {
    // A large trace is searched when the user stops typing.
    constexpr std::size_t kAtOnce = 500'000;
    if (!trace_ || trace_->spanCount() <= kAtOnce) return search(text);
    searchTimer_.start();
  });
  searchTimer_.setSingleShot(true);
  searchTimer_.setInterval(180);
  connect(&searchTimer_, &QTimer::timeout, this, [this] { search(header_->searched()); });
  connect(header_, &TimelineHeader::matchRequested, this, &TimelineView::stepMatch);
  connect(header_, &TimelineHeader::historyRequested, this, &TimelineView::moveInHistory);
  connect(header_, &TimelineHeader::stepMoveRequested, this, &TimelineView::moveStep);
  connect(header_, &TimelineHeader::stepTyped, this, &TimelineView::goToStep);
  connect(header_, &TimelineHeader::optionsChanged, this, &TimelineView::rebuildModel);
  connect(header_, &TimelineHeader::followRequested, this, &TimelineView::followRequested);
  connect(header_, &TimelineHeader::helpRequested, this, &TimelineView::showKeys);
  connect(header_, &TimelineHeader::fitRequested, canvas_, &TimelineCanvas::fit);
  connect(header_, &TimelineHeader::left, this, [this] {
    canvas_->setFocus();
    updateHeading();
  });
}

void TimelineView::connectCanvas() {
  connect(canvas_, &TimelineCanvas::axisChanged, this, [this] {
    overview_->setAxis(canvas_->axis());
    if (step_ < 0) updateHeading();
  });
  connect(overview_, &TimelineOverview::viewMoved, this, [this](double begin, double length, bool first) {
    if (first) overviewGesture_ = TimeMotion::newGesture();
    canvas_->setView(begin, length);
    Q_EMIT canvas_->viewMoved(canvas_->axis().begin, canvas_->axis().end(), overviewGesture_);
  });
  connect(canvas_, &TimelineCanvas::viewMoved, this, [this](double begin, double end, int gesture) {
    if (!trace_) return;
    Q_EMIT moved();
    const QScopedValueRollback guard(moving_, true);
    selection_->ranges()->setSeen(absolute(begin, end), gesture);
  });
  connect(canvas_, &TimelineCanvas::rangeChanged, this, [this](double from, double to, int gesture) {
    if (!trace_) return;
    if (to > from) Q_EMIT moved();
    selection_->ranges()->setSelected(to > from ? absolute(from, to) : TimeRange{}, gesture);
  });
  connect(canvas_, &TimelineCanvas::spanClicked, this, &TimelineView::onSpanClicked);
  connect(canvas_, &TimelineCanvas::emptyClicked, this, [this] {
    selectedSpan_.reset();
    canvas_->setArrows({});
    canvas_->setHighlighted({});
    selection_->setNode(-1);
    Q_EMIT spanSelected(std::nullopt);
  });
  connect(canvas_, &TimelineCanvas::matchChanged, header_, &TimelineHeader::setMatches);
  connect(canvas_, &TimelineCanvas::othersRequested, this, &TimelineView::findOthers);
  connect(canvas_, &TimelineCanvas::stepRequested, header_, &TimelineHeader::typeStep);
  connect(canvas_, &TimelineCanvas::stepMoveRequested, this, &TimelineView::moveStep);
  connect(canvas_, &TimelineCanvas::helpRequested, this, &TimelineView::showKeys);
  connect(canvas_, &TimelineCanvas::historyRequested, this, &TimelineView::moveInHistory);
  connect(range_, &RangePanel::closed, this, [this] { canvas_->setRange(0, 0); });
  connect(range_, &RangePanel::nameActivated, this, &TimelineView::find);
}

void TimelineView::connectState() {
  connect(selection_, &Selection::nodeChanged, this, &TimelineView::onNodeSelected);
  connect(selection_, &Selection::stepChanged, this, [this](std::int64_t step) {
    if (selecting_ || !model_) return;
    for (std::size_t i = 0; i < model_->steps().size(); ++i)
      if (model_->steps()[i].step == step) return showStep(static_cast<int>(i), true);
  });
  RangeState* ranges = selection_->ranges();
  connect(ranges, &RangeState::seenChanged, this, [this](TimeRange seen) {
    if (moving_ || !trace_ || seen.empty()) return;
    canvas_->restoreTimes(static_cast<double>(seen.begin - trace_->begin), static_cast<double>(seen.end - trace_->begin));
  });
  connect(ranges, &RangeState::selectedChanged, this, [this](TimeRange range) {
    if (!trace_) return;
    canvas_->setRange(static_cast<double>(range.begin - trace_->begin), static_cast<double>(range.end - trace_->begin));
    range_->setVisible(!range.empty());
    if (!range.empty()) range_->setRange(trace_, range);
  });
  connect(ranges->history(), &QUndoStack::indexChanged, this, &TimelineView::updateHistoryButtons);
}

TimeRange TimelineView::absolute(double from, double to) const {
  return {trace_->begin + static_cast<std::int64_t>(std::llround(from)), trace_->begin + static_cast<std::int64_t>(std::llround(to))};
}

void TimelineView::moveInHistory(int by) {
  QUndoStack* history = selection_->ranges()->history();
  by > 0 ? history->redo() : history->undo();
}

void TimelineView::updateHistoryButtons() {
  const QUndoStack* history = selection_->ranges()->history();
  header_->setHistory(history->canUndo(), history->canRedo());
}

void TimelineView::setEmptyTexts(const QString& title, const QString& sentence, const QString& button) {
  emptyTexts_[0] = title;
  emptyTexts_[1] = sentence;
  emptyTexts_[2] = button;
  if (!preparing()) empty_->setTexts(title, sentence, button);
}

bool TimelineView::preparing() const {
  return modelJob_.busy();
}

void TimelineView::setTrace(std::shared_ptr<const Trace> trace, const QString& notesPath) {
  if (trace == trace_) return;
  trace_ = std::move(trace);
  selectedSpan_.reset();
  step_ = -1;
  fresh_ = true;
  bar_->dismiss();
  selection_->ranges()->reset(trace_ ? TimeRange{trace_->begin, std::max(trace_->end, trace_->begin + 1)} : TimeRange{});
  notes_->open(trace_ ? notesPath : QString());
  rebuildModel();
}

void TimelineView::setLiveTrace(std::shared_ptr<const Trace> trace, bool first) {
  if (first) {
    bar_->dismiss();
    notes_->open({});
  }
  trace_ = std::move(trace);
  selectedSpan_.reset();
  step_ = -1;
  selection_->ranges()->reset(TimeRange{trace_->begin, std::max(trace_->end, trace_->begin + 1)});
  rebuildModel();
  if (model_ && !model_->steps().empty()) showStep(static_cast<int>(model_->steps().size()) - 1, false);
}

void TimelineView::rebuildModel() {
  const TimelineOptions options = header_->options();
  const bool seen = trace_ && trace_->eventCount() > 0;
  if (!seen || trace_->spanCount() <= kBuiltAtOnce) {
    modelJob_.cancel();
    return showModel(seen ? std::make_shared<const TimelineModel>(trace_, options) : nullptr);
  }
  if (!model_ || &model_->trace() != trace_.get()) {
    showModel(nullptr);
    empty_->setTexts(tr("Preparing the timeline"),
                     tr("The %1 spans of this trace are being indexed.").arg(formatCount(static_cast<std::int64_t>(trace_->spanCount()))), {});
  }
  modelJob_.start([this, trace = trace_, options](const std::atomic<bool>&) -> std::function<void()> {
    auto model = std::make_shared<const TimelineModel>(trace, options);
    return [this, model] { showModel(model); };
  });
}

void TimelineView::showModel(std::shared_ptr<const TimelineModel> model) {
  model_ = std::move(model);
  canvas_->setModel(model_);
  overview_->setModel(model_);
  overview_->setAxis(canvas_->axis());
  legend_->setEntries(model_ ? model_->legend() : std::vector<TimelineKeys::Entry>());
  stack_->setCurrentWidget(model_ ? content_ : static_cast<QWidget*>(empty_));
  empty_->setTexts(emptyTexts_[0], emptyTexts_[1], emptyTexts_[2]);
  if (!model_) {
    if (!trace_) Q_EMIT spanSelected(std::nullopt);
    return;
  }
  header_->setModel(*model_);
  canvas_->setNotes(notes_->notes(), notes_->current());
  if (fresh_) {
    fresh_ = false;
    step_ = -1;
    if (!model_->steps().empty()) showStep(static_cast<int>(model_->steps().size() - 1) / 2, false);
    Q_EMIT spanSelected(std::nullopt);
    if (selection_->node() >= 0) onNodeSelected(selection_->node());
  } else {
    canvas_->setCurrentStep(step_);
    if (selectedSpan_) canvas_->select(model_->find(*selectedSpan_));
    const TimeRange range = selection_->timeRange();
    if (!range.empty()) canvas_->setRange(static_cast<double>(range.begin - trace_->begin), static_cast<double>(range.end - trace_->begin));
    canvas_->setHighlighted(model_->spansOfNode(tracedSelection()));
    showArrows();
  }
  search(header_->searched());
  updateHeading();
}

void TimelineView::showStep(int index, bool zoom) {
  if (!model_ || index < 0 || static_cast<std::size_t>(index) >= model_->steps().size()) return;
  step_ = index;
  const TimelineStep& step = model_->steps()[static_cast<std::size_t>(index)];
  canvas_->setCurrentStep(index);
  if (zoom) canvas_->showTimes(step.begin, step.begin + step.length);
  updateHeading();
  if (!zoom) return;
  const QScopedValueRollback guard(selecting_, true);
  selection_->setStep(step.step);
}

void TimelineView::moveStep(int by) {
  showStep(step_ + by, true);
}

void TimelineView::goToStep(std::int64_t step) {
  if (!model_ || model_->steps().empty()) return;
  const std::vector<TimelineStep>& steps = model_->steps();
  const bool numbered = steps.front().step >= 0;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if ((numbered ? steps[i].step : static_cast<std::int64_t>(i) + 1) == step) {
      showStep(static_cast<int>(i), true);
      canvas_->setFocus();
      return;
    }
  bar_->showMessage(noSuchStep(*model_));
  header_->selectStep();
}

void TimelineView::onSpanClicked(TimelineHit hit) {
  const QScopedValueRollback guard(selecting_, true);
  Q_EMIT moved();
  selectedSpan_ = model_->span(hit);
  const TimelineRow::Kind kind = model_->rows()[static_cast<std::size_t>(hit.row)].kind;
  const int stepIndex = model_->stepIndexAt((model_->begin(hit) + model_->end(hit)) / 2);
  if (stepIndex >= 0) {
    showStep(stepIndex, false);
    selection_->setStep(model_->steps()[static_cast<std::size_t>(stepIndex)].step);
  }
  // A click on a group of ops (a phase or a layer) selects its time.
  if (kind == TimelineRow::Kind::Phases || kind == TimelineRow::Kind::Layers) canvas_->setRange(model_->begin(hit), model_->end(hit));
  const int node = model_->node(hit);
  selection_->setNode(match_ ? match_->shared(node) : node);
  canvas_->setHighlighted(model_->spansOfNode(node));
  showArrows();
  Q_EMIT spanSelected(selectedSpan_);
}

// Draws the arrows of the selected span: from the launches of a kernel to it, or from a launch to its kernels; for an op, those of every launch
// nested in it.
void TimelineView::showArrows() {
  std::vector<TimelineCanvas::Arrow> arrows;
  if (model_ && selectedSpan_ && trace_->flows.size() > 0) {
    constexpr std::size_t kMost = 200;  // more arrows would cover everything
    const auto add = [&](const std::vector<std::uint32_t>& flows) {
      for (const std::uint32_t flow : flows) {
        if (arrows.size() >= kMost) return;
        const auto from = model_->find(trace_->flows.from[flow]), to = model_->find(trace_->flows.to[flow]);
        if (from && to) arrows.emplace_back(*from, *to);
      }
    };
    add(flowsTo(*trace_, *selectedSpan_));
    for (const SpanRef& span : spansWithin(*trace_, *selectedSpan_, 2000)) add(flowsFrom(*trace_, span));
  }
  canvas_->setArrows(std::move(arrows));
}

int TimelineView::tracedSelection() const {
  return match_ ? match_->traced(selection_->node()) : selection_->node();
}

void TimelineView::onNodeSelected(int node) {
  if (selecting_ || !model_) return;
  const std::vector<TimelineHit> spans = model_->spansOfNode(match_ ? match_->traced(node) : node);
  canvas_->setHighlighted(spans);
  selectedSpan_.reset();
  // Prefers the span of the node in the displayed step.
  std::optional<TimelineHit> chosen;
  for (const TimelineHit& hit : spans)
    if (!chosen || model_->stepIndexAt(model_->begin(hit)) == step_) {
      chosen = hit;
      if (model_->stepIndexAt(model_->begin(hit)) == step_) break;
    }
  canvas_->select(chosen);
  if (chosen) selectedSpan_ = model_->span(*chosen);
  showArrows();
}

void TimelineView::find(const QString& text) {
  header_->setSearched(text);
  canvas_->setFocus();
  stepMatch(1);
}

void TimelineView::stepMatch(int by) {
  if (searchTimer_.isActive()) search(header_->searched());
  canvas_->stepMatch(by);
}

void TimelineView::search(const QString& text) {
  searchTimer_.stop();
  canvas_->setMatches(model_ ? model_->search(text) : std::vector<TimelineHit>());
}

void TimelineView::findOthers() {
  const std::optional<TimelineHit> hit = canvas_->selected();
  if (!model_ || !hit) return;
  const QString layer = model_->layer(*hit);
  find(layer.isEmpty() ? QStringLiteral("name:") + model_->label(*hit) : QStringLiteral("layer:") + layer);
}

void TimelineView::showKeys() {
  showTimelineKeys(this);
}

QString TimelineView::heading() const {
  return header_->heading();
}
QString TimelineView::note() const {
  return header_->note();
}

QString TimelineView::spansTable() const {
  if (!model_) return {};
  const bool range = canvas_->hasRange();
  const TimeAxis& axis = canvas_->axis();
  return model_->toTable(range ? canvas_->rangeBegin() : axis.begin, range ? canvas_->rangeEnd() : axis.end());
}

void TimelineView::updateHeading() {
  if (model_) header_->showStep(*model_, step_);
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Find)) {
    header_->typeSearch();
    return;
  }
  QWidget::keyPressEvent(event);
}

}  // namespace stepscope
