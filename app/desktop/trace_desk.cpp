#include "app/desktop/trace_desk.h"

#include <QFileDialog>
#include <QFileInfo>
#include <algorithm>

#include "core/base/error.h"
#include "profiler/analysis/self_time.h"
#include "profiler/analysis/step_breakdown.h"
#include "profiler/io/export.h"
#include "profiler/trace/trace_file.h"
#include "views/common/graph_match.h"
#include "views/common/progress_strip.h"
#include "views/common/selection.h"
#include "views/common/units.h"
#include "views/curves/breakdown_card.h"
#include "views/curves/curves_view.h"
#include "views/flame/flame_view.h"
#include "views/gpu/gpu_view.h"
#include "views/graph/graph_view.h"
#include "views/inspector/inspector.h"
#include "views/memory/memory_view.h"
#include "views/session/session.h"
#include "views/timeline/timeline_notes.h"
#include "views/timeline/timeline_view.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

// The plan's numbers of a stretch of the trace's nodes.
std::optional<std::pair<NodeId, NodeId>> joined(const GraphMatch& match, const std::optional<std::pair<NodeId, NodeId>>& nodes) {
  if (!nodes) return std::nullopt;
  std::optional<std::pair<NodeId, NodeId>> result;
  for (NodeId node = nodes->first; node <= nodes->second; ++node) {
    const int shared = match.shared(node);
    if (shared < 0) continue;
    if (!result) result.emplace(shared, shared);
    result->first = std::min<NodeId>(result->first, shared);
    result->second = std::max<NodeId>(result->second, shared);
  }
  return result;
}

}  // namespace

TraceDesk::TraceDesk(Session* session, Selection* selection, const Views& views, QObject* parent)
    : QObject(parent), session_(session), selection_(selection), views_(views), opener_(new TraceOpener(this)) {
  connect(opener_, &TraceOpener::began, this,
          [this](const QString& path) { views_.strip->begin(tr("Opening %1").arg(QFileInfo(path).fileName())); });
  connect(opener_, &TraceOpener::progressed, views_.strip, &ProgressStrip::setProgress);
  connect(opener_, &TraceOpener::ended, views_.strip, &ProgressStrip::end);
  connect(opener_, &TraceOpener::failed, this, &TraceDesk::failed);
  connect(opener_, &TraceOpener::opened, this, [this](std::shared_ptr<const Trace> trace, const QString& path) {
    openedPath_ = path;
    show(std::move(trace), notesPathOf(path));
    Q_EMIT opened(path);
  });
  connect(views_.strip, &ProgressStrip::cancelled, opener_, &TraceOpener::cancel);
  connect(session_, &Session::planChanged, this, [this] {
    joinGraphs();
    showRange();
  });
  connect(session_, &Session::captured, this, &TraceDesk::showCapture);
  connect(session_, &Session::followed, this, [this](std::shared_ptr<const Trace> trace) {
    if (!openedPath_.isEmpty()) return;
    views_.timeline->setLiveTrace(trace);
    if (views_.timeline->trace() != trace) return;
    joinGraphs();
    views_.inspector->setTrace(std::move(trace));
  });
  connect(session_, &Session::stateChanged, this, &TraceDesk::updateFollowing);
  connect(session_, &Session::trainingChanged, this, [this](bool training) {
    // A run that begins is what one wants to see; the file can be opened again.
    if (training) leaveFile();
    updateFollowing();
  });
  connect(views_.timeline, &TimelineView::followRequested, this, [this](bool follow) {
    if (follow) leaveFile();
    updateFollowing();
  });
  connect(views_.timeline, &TimelineView::saveTraceRequested, this, &TraceDesk::saveTrace);
  connect(views_.timeline, &TimelineView::spanSelected, views_.inspector, &Inspector::setSpan);
  connect(views_.inspector, &Inspector::othersRequested, views_.timeline, &TimelineView::findOthers);
  rangeTimer_.setSingleShot(true);
  rangeTimer_.setInterval(80);
  connect(&rangeTimer_, &QTimer::timeout, this, &TraceDesk::showRange);
  connect(selection_, &Selection::timeRangeChanged, this, [this] { rangeTimer_.start(); });
}

void TraceDesk::open(const QStringList& paths) {
  QStringList absolute;
  for (const QString& path : paths) absolute << QFileInfo(path).absoluteFilePath();
  asked_ = absolute;
  opener_->open(absolute);
}

void TraceDesk::show(std::shared_ptr<const Trace> trace, const QString& notesPath) {
  views_.inspector->setTrace(trace);
  match_ = matchGraphs(trace.get(), session_->plan().get());
  views_.timeline->setGraphMatch(match_);
  views_.timeline->setTrace(trace, notesPath);
  views_.gpu->setTrace(trace);
  views_.flame->setTrace(trace);
  if (!openedPath_.isEmpty()) {
    openedBreakdown_ = trace ? std::make_shared<const StepBreakdown>(breakDown(*trace)) : nullptr;
    if (openedBreakdown_ && openedBreakdown_->steps == 0) openedBreakdown_.reset();
    views_.curves->breakdown()->setBreakdown(openedBreakdown_);
  }
}

void TraceDesk::leaveFile() {
  if (openedPath_.isEmpty()) return;
  openedPath_.clear();
  Q_EMIT left();
}

void TraceDesk::showCapture() {
  // While the run is followed, a window of its schedule is kept but does not push the live steps aside.
  if (views_.timeline->following() && session_->training() && session_->trace() && !session_->captureWasAsked()) {
    views_.curves->breakdown()->setBreakdown(session_->breakdown());
    return;
  }
  leaveFile();
  show(session_->trace(), session_->trace() ? session_->notesPath() : QString());
  views_.curves->breakdown()->setBreakdown(session_->breakdown());
  updateFollowing();
}

void TraceDesk::joinGraphs() {
  match_ = matchGraphs(views_.timeline->trace().get(), session_->plan().get());
  views_.timeline->setGraphMatch(match_);
}

void TraceDesk::setTimelineVisible(bool visible) {
  timelineVisible_ = visible;
  updateFollowing();
}

void TraceDesk::updateFollowing() {
  const bool can = session_->training() && session_->state() != TrainerState::Preparing && session_->canFollow();
  views_.timeline->setCanFollow(can && openedPath_.isEmpty());
  // Without a trace yet the live steps are the first thing to see; later the user turns following on.
  const bool wanted = views_.timeline->following() || !views_.timeline->trace() || views_.timeline->followWanted();
  session_->follow(can && timelineVisible_ && openedPath_.isEmpty() && wanted);
}

// The memory plan, the layers' times and the breakdown speak of the ops that run in the selected range; without one of all there is.
void TraceDesk::showRange() {
  const TimeRange range = selection_->timeRange();
  const std::shared_ptr<const Trace> trace = views_.timeline->trace();
  views_.graph->setRange(trace, range);
  if (!trace || range.empty()) {
    views_.memory->setNodeRange(std::nullopt);
    views_.curves->breakdown()->setBreakdown(openedPath_.isEmpty() ? session_->breakdown() : openedBreakdown_);
    return;
  }
  // Ops of another graph are no range of this plan.
  views_.memory->setNodeRange(match_ && match_->same() ? joined(*match_, nodesWithin(*trace, range.begin, range.end)) : std::nullopt);
  if (trainerTrack(*trace) < 0) return;
  views_.curves->breakdown()->setBreakdown(std::make_shared<const StepBreakdown>(breakDown(*trace, range.begin, range.end)),
                                           tr("the selected range of %1").arg(formatNs(range.end - range.begin)));
}

void TraceDesk::saveTrace() {
  const std::shared_ptr<const Trace> trace = views_.timeline->trace();
  if (!trace) return;
  const QString path = QFileDialog::getSaveFileName(
      views_.timeline, tr("Save Trace"), QStringLiteral("trace.json.gz"),
      tr("Chrome JSON, which Perfetto opens (*.json.gz *.json);;Stepscope trace (*.sstrace);;Spans as CSV (*.csv)"));
  if (!path.isEmpty()) saveTraceTo(path);
}

void TraceDesk::saveTraceTo(const QString& path) {
  const std::shared_ptr<const Trace> trace = views_.timeline->trace();
  if (!trace || path.isEmpty()) return;
  saveJob_.start([this, trace, path](const std::atomic<bool>& cancelFlag) -> std::function<void()> {
    Message message;
    message.where = path;
    try {
      const std::string file = path.toStdString();
      if (path.endsWith(QLatin1String(".sstrace"), Qt::CaseInsensitive))
        stepscope::saveTrace(*trace, file);
      else if (path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
        exportSpansCsv(*trace, file);
      else if (!exportChrome(*trace, file, [&cancelFlag] { return !cancelFlag; }))
        return {};
      message.level = Message::Level::Info;
      message.what = tr("The trace is saved");
    } catch (const Error& error) {
      message = messageOf(error);
    } catch (const std::exception& error) {
      message.what = engineText(error);
    }
    return [this, message] {
      views_.timeline->messageBar()->showMessage(message);
      Q_EMIT saved(message);
    };
  });
}

}  // namespace stepscope
