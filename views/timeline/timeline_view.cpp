#include "views/timeline/timeline_view.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFrame>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStackedLayout>
#include <QToolButton>
#include <QUndoStack>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "profiler/analysis/span_nesting.h"
#include "views/common/elided_label.h"
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
#include "views/timeline/timeline_keys.h"
#include "views/timeline/timeline_legend.h"
#include "views/timeline/timeline_overview.h"
#include "views/words/engine_text.h"

namespace stepscope {
namespace {

constexpr std::size_t kBuiltAtOnce = 300'000;  // spans whose pyramids are built within a frame or two

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
  layout->addWidget(buildHeader());

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
  static_cast<QVBoxLayout*>(heading_->parentWidget()->layout())->itemAt(0)->layout()->addWidget(more);

  auto* editor = new NoteEditor(notes_, canvas_, notesMenu_);
  connect(editor, &NoteEditor::began, this, &TimelineView::moved);
  connect(notes_, &NoteBook::failed, bar_, &MessageBar::showMessage);
  connectCanvas();
  connectState();
  setFocusProxy(canvas_);
  stack_->setCurrentWidget(empty_);
  updateHistoryButtons();
}

TimelineView::~TimelineView() = default;

void TimelineView::connectCanvas() {
  connect(canvas_, &TimelineCanvas::axisChanged, this, [this] {
    overview_->setAxis(canvas_->axis());
    if (step_ < 0) updateHeading();
  });
  connect(overview_, &TimelineOverview::viewMoved, this, [this](double begin, double length, bool first) {
    if (first) overviewGesture_ = TimelineCanvas::newGesture();
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
  connect(canvas_, &TimelineCanvas::matchChanged, this, &TimelineView::updateMatchCount);
  connect(canvas_, &TimelineCanvas::othersRequested, this, &TimelineView::findOthers);
  connect(canvas_, &TimelineCanvas::stepRequested, this, [this] {
    stepEdit_->setFocus(Qt::ShortcutFocusReason);
    stepEdit_->selectAll();
  });
  connect(canvas_, &TimelineCanvas::stepMoveRequested, this, [this](int by) { by > 0 ? nextStep() : previousStep(); });
  connect(canvas_, &TimelineCanvas::helpRequested, this, &TimelineView::showKeys);
  connect(canvas_, &TimelineCanvas::historyRequested, this, [this](int by) { by > 0 ? redo() : undo(); });
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

void TimelineView::undo() {
  selection_->ranges()->history()->undo();
}
void TimelineView::redo() {
  selection_->ranges()->history()->redo();
}

void TimelineView::updateHistoryButtons() {
  const QUndoStack* history = selection_->ranges()->history();
  back_->setEnabled(history->canUndo());
  forward_->setEnabled(history->canRedo());
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

void TimelineView::setFollow(bool offered, bool pressed) {
  const QSignalBlocker blocker(followButton_);
  followButton_->setVisible(offered);
  followButton_->setChecked(pressed);
}

void TimelineView::rebuildModel() {
  const TimelineOptions options{layers_->isChecked(), static_cast<TimelineColors>(colors_->currentIndex())};
  const bool seen = trace_ && trace_->eventCount() > 0;
  if (!seen || trace_->spanCount() <= kBuiltAtOnce) {
    modelJob_.cancel();
    return showModel(seen ? std::make_shared<const TimelineModel>(trace_, options) : nullptr);
  }
  if (!model_ || &model_->trace() != trace_.get()) {
    showModel(nullptr);
    empty_->setTexts(tr("Preparing the timeline"),
                     tr("The %1 spans of this trace are being indexed.").arg(formatCount(static_cast<std::int64_t>(trace_->spanCount()))),
                     {});
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
  layers_->setVisible(model_->hasLayers());
  const bool steps = model_->steps().size() > 1;
  for (QWidget* widget : std::initializer_list<QWidget*>{previous_, stepEdit_, next_}) widget->setVisible(steps);
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
  search(search_->text());
  updateHeading();
  updateNote();
}

void TimelineView::setColors(TimelineColors colors) {
  colors_->setCurrentIndex(static_cast<int>(colors));
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
  Message message;
  message.level = Message::Level::Info;
  message.what = tr("This trace has no such step");
  message.cure = numbered ? tr("It holds steps %1 to %2").arg(steps.front().step).arg(steps.back().step)
                          : tr("It holds %1 steps, counted from 1").arg(steps.size());
  bar_->showMessage(message);
  stepEdit_->selectAll();
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
  // Of a group (a phase, a layer, a step) its time is what is selected.
  if (kind == TimelineRow::Kind::Phases || kind == TimelineRow::Kind::Layers) canvas_->setRange(model_->begin(hit), model_->end(hit));
  const int node = model_->node(hit);
  selection_->setNode(match_ ? match_->shared(node) : node);
  canvas_->setHighlighted(model_->spansOfNode(node));
  showArrows();
  Q_EMIT spanSelected(selectedSpan_);
}

// The launches of a kernel, the kernels of a launch, and of an op those of every launch nested in it.
void TimelineView::showArrows() {
  std::vector<TimelineCanvas::Arrow> arrows;
  if (model_ && selectedSpan_ && trace_->flows.size() > 0) {
    constexpr std::size_t kMost = 200;  // more would be a curtain
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
  // Of the node's spans the one in the step that is shown.
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
  search_->setText(text);
  search_->setCursorPosition(0);  // of a long name the begin is seen
  canvas_->setFocus();
  canvas_->stepMatch(1);
}

void TimelineView::search(const QString& text) {
  canvas_->setMatches(model_ ? model_->search(text) : std::vector<TimelineHit>());
  updateMatchCount();
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
  return heading_->text();
}
QString TimelineView::note() const {
  return note_->text();
}

QString TimelineView::spansTable() const {
  if (!model_) return {};
  const bool range = canvas_->hasRange();
  const TimeAxis& axis = canvas_->axis();
  return model_->toTable(range ? canvas_->rangeBegin() : axis.begin, range ? canvas_->rangeEnd() : axis.end());
}

// A sentence that can be opened: how many records are missing, and how much there is to say of the others; the reasons are behind it. What
// is said of the whole file (clocks that were aligned, a table that is missing) is no record.
void TimelineView::updateNote() {
  if (!model_) return;
  const auto remarks = std::count_if(trace_->notes.begin(), trace_->notes.end(), [](const TraceNote& note) { return !note.dropped; });
  const std::int64_t lost = trace_->dropped;
  const bool own = trace_->events == 0;
  QStringList parts;
  if (lost == 1)
    parts << (own ? tr("1 span was lost: the recorder was full") : tr("1 record left out"));
  else if (lost > 0)
    parts << (own ? tr("%1 spans were lost: the recorder was full") : tr("%1 records left out")).arg(formatCount(lost));
  if (remarks > 0) parts << (remarks == 1 ? tr("1 remark") : tr("%1 remarks").arg(remarks));
  const QString text = parts.join(QStringLiteral(", "));
  note_->setToolTip(text);
  note_->setText(text.isEmpty() || trace_->notes.empty() ? text : text + QStringLiteral(" · <a href=\"why\">%1</a>").arg(tr("why")));
}

QString TimelineView::droppedText() const {
  QStringList lines;
  for (const TraceNote& note : trace_->notes)
    lines << (note.dropped      ? tr("%1 left out: %2").arg(formatCount(note.count), engineText(note.reason))
              : note.count == 1 ? engineText(note.reason)
                                : tr("%1 times: %2").arg(formatCount(note.count), engineText(note.reason)));
  return lines.join(QLatin1Char('\n'));
}

std::optional<Message> TimelineView::endMessage() const {
  if (!trace_ || !trace_->endsEarly) return std::nullopt;
  Message message;
  message.level = Message::Level::Warning;
  message.what = tr("The file ends early");
  message.where = QFileInfo(QString::fromStdString(trace_->source)).fileName();
  message.cure = tr("What was recorded behind its end is missing, and is no idle time: %1. Copy the file again, or record it again")
                     .arg(droppedText().replace(QLatin1Char('\n'), QStringLiteral("; ")));
  return message;
}

void TimelineView::showDropped() {
  if (!trace_) return;
  Message message;
  message.level = trace_->dropped > 0 ? Message::Level::Warning : Message::Level::Info;
  message.what = trace_->dropped > 0 ? tr("Some records were left out") : tr("About this trace");
  message.cure = droppedText().replace(QLatin1Char('\n'), QStringLiteral("; "));
  bar_->showMessage(message);
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
  if (watched == stepEdit_ && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    canvas_->setFocus();
    updateHeading();
    return true;
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
