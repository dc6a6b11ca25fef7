#include "views/flame/flame_view.h"

#include <algorithm>

#include "views/common/card.h"
#include "views/common/elided_label.h"
#include "views/common/empty_state.h"
#include "views/common/picture_menu.h"
#include "views/common/selection.h"
#include "views/common/text.h"
#include "views/common/units.h"
#include "views/flame/flame_canvas.h"
#include "views/session/empty_texts.h"
#include "views/session/shown_trace.h"
#include "views/session/undo_stacks.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QScrollArea>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

namespace stepscope {
namespace {

enum Whose { kHost, kGpu };

bool hasGpuWork(const Trace& trace) {
  return std::any_of(trace.lanes.begin(), trace.lanes.end(), [](const TraceLane& lane) {
    return std::any_of(lane.kind.begin(), lane.kind.end(), [](std::uint8_t kind) { return isGpuWork(static_cast<SpanKind>(kind)); });
  });
}

}  // namespace

FlameView::FlameView(Selection* selection, QWidget* parent)
    : QWidget(parent),
      selection_(selection),
      stack_(new QStackedLayout(this)),
      empty_(new EmptyState({}, {}, {}, this)),
      content_(new QWidget(this)),
      card_(new Card(tr("Flame graph"))),
      whose_(new QComboBox),
      search_(new QLineEdit),
      back_(new QToolButton),
      all_(new QToolButton),
      readout_(new ElidedLabel),
      canvas_(new FlameCanvas) {
  stack_->addWidget(empty_);
  stack_->addWidget(content_);
  whose_->addItems({tr("Host"), tr("GPU")});
  whose_->setAccessibleName(tr("Time of the host or of the GPU"));
  search_->setPlaceholderText(tr("Find a name"));
  search_->setAccessibleName(tr("Find a name"));
  search_->setClearButtonEnabled(true);
  search_->setMaximumWidth(240);
  back_->setText(tr("Back"));
  back_->setToolTip(tr("To the parent (Escape)"));
  all_->setText(tr("Show All"));
  card_->addToHeader(search_);
  card_->addToHeader(whose_);
  card_->addToHeader(back_);
  card_->addToHeader(all_);
  card_->addToHeader(pictureButton({canvas_, QStringLiteral("flame"), [this] { return toTable(); }}, this));
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::NoFocus);
  scroll->setWidget(canvas_);
  card_->body()->addWidget(scroll, 1);
  card_->body()->addWidget(readout_);
  auto* layout = new QVBoxLayout(content_);
  layout->setContentsMargins(10, 10, 10, 10);
  layout->addWidget(card_, 1);

  connect(empty_, &EmptyState::activated, this, &FlameView::captureRequested);
  connect(whose_, &QComboBox::currentIndexChanged, this, &FlameView::count);
  connect(search_, &QLineEdit::textChanged, this, &FlameView::showSearch);
  connect(back_, &QToolButton::clicked, canvas_, &FlameCanvas::back);
  connect(all_, &QToolButton::clicked, canvas_, [this] { canvas_->lookInto(0); });
  connect(canvas_, &FlameCanvas::found, this, &FlameView::found);
  connect(canvas_, &FlameCanvas::currentChanged, this, &FlameView::showReadout);
  connect(canvas_, &FlameCanvas::focusChanged, this, [this](int node) {
    back_->setEnabled(node > 0);
    all_->setEnabled(node > 0);
    showReadout();
  });
  rangeTimer_.setSingleShot(true);
  rangeTimer_.setInterval(80);
  connect(&rangeTimer_, &QTimer::timeout, this, &FlameView::count);
  connect(selection_, &Selection::timeRangeChanged, this, [this] { rangeTimer_.start(); });
  setTrace(nullptr);
}

void FlameView::setEmptyTexts(const QString& title, const QString& sentence, const QString& button) {
  empty_->setTexts(title, sentence, button);
}

bool FlameView::isEmpty() const {
  return stack_->currentWidget() == empty_;
}

void FlameView::setTrace(std::shared_ptr<const Trace> trace) {
  trace_ = std::move(trace);
  stack_->setCurrentWidget(trace_ ? content_ : empty_);
  const bool gpu = trace_ && hasGpuWork(*trace_);
  whose_->setVisible(gpu);
  if (!gpu) whose_->setCurrentIndex(kHost);
  canvas_->setNodes({});
  count();
}

void FlameView::count() {
  if (!trace_) return job_.cancel();
  const TimeRange selected = selection_->timeRange();
  const bool whole = selected.end <= selected.begin;
  const TimeRange range = whole ? TimeRange{trace_->begin, trace_->end + 1} : selected;
  const bool gpu = whose_->currentIndex() == kGpu;
  card_->setNote(whole ? tr("of the whole trace, %1").arg(formatNs(trace_->end - trace_->begin))
                       : tr("of the selected range, %1").arg(formatNs(selected.end - selected.begin)));
  job_.start([this, trace = trace_, range, gpu](const std::atomic<bool>&) -> std::function<void()> {
    auto nodes = std::make_shared<std::vector<FlameNode>>(gpu ? deviceFlames(*trace, range) : hostFlames(*trace, range));
    return [this, nodes] {
      canvas_->setNodes(std::move(*nodes));
      showSearch();
      Q_EMIT counted();
    };
  });
}

void FlameView::showSearch() {
  canvas_->setMatches(matchingFlames(canvas_->nodes(), search_->text().toStdString()));
  showReadout();
}

QString FlameView::readout() const {
  return readout_->text();
}

QString FlameView::toTable() const {
  return QString::fromStdString(foldedStacks(canvas_->nodes()));
}

void FlameView::showReadout() {
  const std::vector<FlameNode>& nodes = canvas_->nodes();
  if (nodes.empty()) return readout_->setText({});
  if (nodes.front().totalNs <= 0) return readout_->setText(tr("Nothing ran in this range."));
  if (canvas_->current() > 0) return readout_->setText(canvas_->textOf(canvas_->current()));
  if (!search_->text().isEmpty()) {
    const std::int64_t ns = matchedNs(nodes, matchingFlames(nodes, search_->text().toStdString()));
    return readout_->setText(
        ns > 0 ? tr("Found: %1, %2 of all").arg(formatNs(ns), formatPercent(static_cast<double>(ns) / static_cast<double>(nodes.front().totalNs)))
               : tr("Nothing found"));
  }
  readout_->setText(canvas_->textOf(canvas_->focus()));
}

// Connects the Flame tab to the displayed trace and to its window.
QWidget* makeFlameView(const ViewContext& c) {
  auto* view = new FlameView(&c.selection);
  c.undo.add(c.selection.ranges()->history(), view);
  QObject::connect(&c.trace, &ShownTrace::changed, view, [c, view] { view->setTrace(c.trace.trace()); });
  QObject::connect(view, &FlameView::found, &c.trace, &ShownTrace::find);
  QObject::connect(view, &FlameView::captureRequested, &c.window, &WindowRequests::recordRequested);
  keepCaptureTexts(c, view, tr("Nested calls appear here, summed: phases, layers and ops of the captured steps, or the calls of any trace."));
  return view;
}

}  // namespace stepscope
