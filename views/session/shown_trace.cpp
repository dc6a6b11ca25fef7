#include "views/session/shown_trace.h"

#include <QFileInfo>
#include <algorithm>

#include "profiler/analysis/self_time.h"
#include "views/common/selection.h"
#include "views/common/units.h"
#include "views/session/session.h"

namespace stepscope {

namespace {

// Converts a range of the trace's nodes to the plan's numbers.
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

ShownTrace::ShownTrace(Session& session, Selection& selection, QObject* parent)
    : QObject(parent), session_(session), selection_(selection), opener_(new TraceOpener(this)) {
  connect(opener_, &TraceOpener::failed, this, &ShownTrace::failed);
  connect(opener_, &TraceOpener::opened, this, [this](std::shared_ptr<const Trace> trace, const QString& path) {
    selection_.clear();  // nothing of what was shown before stays
    file_ = path;
    ofFile_ = trace ? std::make_shared<const StepBreakdown>(breakDown(*trace)) : nullptr;
    if (ofFile_ && ofFile_->steps == 0) ofFile_.reset();
    show(std::move(trace));
    setBreakdown(ofFile_);
    Q_EMIT opened(path);
  });
  connect(&session_, &Session::planChanged, this, [this] {
    match_ = matchGraphs(trace_.get(), session_.plan().get());
    Q_EMIT matchChanged();
    showRange();
  });
  connect(&session_, &Session::captured, this, &ShownTrace::showCapture);
  connect(&session_, &Session::followed, this, [this](std::shared_ptr<const Trace> trace) {
    if (file_.isEmpty()) showLive(std::move(trace));
  });
  connect(&session_, &Session::stateChanged, this, &ShownTrace::updateFollowing);
  connect(&session_, &Session::trainingChanged, this, [this](bool training) {
    // A new run is shown; the file can be opened again.
    if (training) leaveFile();
    updateFollowing();
  });
  rangeTimer_.setSingleShot(true);
  rangeTimer_.setInterval(80);
  connect(&rangeTimer_, &QTimer::timeout, this, &ShownTrace::showRange);
  connect(&selection_, &Selection::timeRangeChanged, this, [this] { rangeTimer_.start(); });
}

QString ShownTrace::notesPath() const {
  if (!trace_ || live_) return {};
  return file_.isEmpty() ? session_.notesPath() : file_ + QStringLiteral(".notes.json");
}

void ShownTrace::open(const QStringList& paths) {
  asked_.clear();
  for (const QString& path : paths) asked_ << QFileInfo(path).absoluteFilePath();
  opener_->open(asked_);
}

void ShownTrace::show(std::shared_ptr<const Trace> trace) {
  if (trace != trace_) live_ = false;
  trace_ = std::move(trace);
  match_ = matchGraphs(trace_.get(), session_.plan().get());
  Q_EMIT changed();
  Q_EMIT followChanged();
}

void ShownTrace::showLive(std::shared_ptr<const Trace> trace) {
  if (!trace || trace == trace_ || (live_ && !follow_)) return;
  if (!live_ && trace_ && !followAsked_) return;  // a capture is displayed
  const bool first = !live_;
  live_ = true;
  followAsked_ = false;
  if (first) follow_ = true;
  trace_ = std::move(trace);
  match_ = matchGraphs(trace_.get(), session_.plan().get());
  Q_EMIT liveChanged(first);
  Q_EMIT followChanged();
}

void ShownTrace::leaveFile() {
  if (file_.isEmpty()) return;
  selection_.clear();
  file_.clear();
  Q_EMIT left();
}

void ShownTrace::leave() {
  if (file_.isEmpty()) return;
  leaveFile();
  show(session_.trace());
  setBreakdown(session_.breakdown());
  updateFollowing();
}

void ShownTrace::showCapture() {
  // While the run is followed, a capture that its schedule made is kept, but does not replace the live steps.
  if (following() && session_.training() && session_.trace() && !session_.captureWasAsked()) return setBreakdown(session_.breakdown());
  leaveFile();
  show(session_.trace());
  setBreakdown(session_.breakdown());
  updateFollowing();
}

void ShownTrace::follow(bool on) {
  follow_ = on;
  followAsked_ = on;
  if (on) leaveFile();
  updateFollowing();
}

void ShownTrace::stopFollowing() {
  if (!following()) return;
  follow_ = false;
  followAsked_ = false;
  Q_EMIT followChanged();
  updateFollowing();
}

void ShownTrace::setCanFollow(bool can) {
  canFollow_ = can;
  Q_EMIT followChanged();
}

void ShownTrace::setWatched(bool watched) {
  watched_ = watched;
  updateFollowing();
}

void ShownTrace::updateFollowing() {
  const bool can = session_.training() && session_.state() != TrainerState::Preparing && session_.canFollow() && file_.isEmpty();
  setCanFollow(can);
  // Live steps are requested while they are followed, if the user asked for them, and as long as there is no trace to show.
  session_.follow(can && watched_ && (following() || !trace_ || followAsked_));
}

void ShownTrace::find(const QString& text) {
  Q_EMIT findRequested(text);
}

// The memory plan, the layers' times and the breakdown are for the ops in the selected range; without a range for all.
void ShownTrace::showRange() {
  const TimeRange range = selection_.timeRange();
  const bool selected = trace_ && !range.empty();
  // Ops of another graph are not a range of this plan.
  planNodes_ = selected && match_->same() ? joined(*match_, nodesWithin(*trace_, range.begin, range.end)) : std::nullopt;
  Q_EMIT rangeShown();
  if (!selected) return setBreakdown(file_.isEmpty() ? session_.breakdown() : ofFile_);
  if (trainerTrack(*trace_) < 0) return;
  setBreakdown(std::make_shared<const StepBreakdown>(breakDown(*trace_, range.begin, range.end)),
               tr("the selected range of %1").arg(formatNs(range.end - range.begin)));
}

void ShownTrace::setBreakdown(std::shared_ptr<const StepBreakdown> breakdown, const QString& note) {
  breakdown_ = std::move(breakdown);
  breakdownNote_ = note;
  Q_EMIT breakdownChanged();
}

}  // namespace stepscope
