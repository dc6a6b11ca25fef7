#include "views/session/shown_run.h"

#include <QStringList>
#include <algorithm>

#include "views/session/session.h"

namespace stepscope {

ShownRun::ShownRun(Session& session, const std::vector<RunInfo>& known, QObject* parent) : QObject(parent), session_(session), known_(known) {
  connect(&session_, &Session::projectChanged, this, [this] {
    runs_.clear();
    showsNewest_ = true;
    setFirst(0, {});
    updateTitle();
  });
  connect(&session_, &Session::started, this, [this](const StartEvent& start) {
    runs_ = {start.run};
    setFirst(start.run, start.runName);
    title_ = QString::fromStdString(start.runName);
    home_.clear();
    Q_EMIT titleChanged();
  });
  connect(&session_, &Session::trainingChanged, this, [this] {
    showsNewest_ = false;  // the displayed run stays; loading it again would clear the selection
    updateTitle();
  });
}

const RunInfo* ShownRun::find(RunId id) const {
  const auto at = std::lower_bound(known_.begin(), known_.end(), id, [](const RunInfo& run, RunId wanted) { return run.id > wanted; });
  return at != known_.end() && at->id == id ? &*at : nullptr;
}

std::optional<RunInfo> ShownRun::now(RunId id) const {
  const RunInfo* kept = find(id);
  if (!kept) return std::nullopt;
  RunInfo run = *kept;
  if (session_.training() && session_.run() == id) {
    run.step = std::max(run.step, session_.progress().step());
    run.epoch = std::max<std::int64_t>(run.epoch, session_.progress().epoch() - 1);
  }
  return run;
}

void ShownRun::show(const std::vector<RunId>& runs) {
  if (runs.empty()) return;
  runs_ = runs;
  grew_ = false;
  Q_EMIT curvesWanted(runs);
  if (const RunInfo* run = find(runs.front())) setFirst(run->id, run->name);
  if (runs.size() == 1 && !session_.training()) session_.loadCapture(runs[0]);
  updateTitle();
}

void ShownRun::showHome() {
  if (session_.training() && session_.run() > 0) {
    runs_ = {session_.run()};
    Q_EMIT liveWanted();
    if (const RunInfo* run = find(session_.run())) setFirst(run->id, run->name);
    updateTitle();
  } else if (!known_.empty()) {
    show({known_.front().id});
  }
}

void ShownRun::update() {
  Q_EMIT knownChanged();
  if (showsNewest_ && !known_.empty()) {
    showsNewest_ = false;
    if (!session_.training()) show({known_.front().id});
  }
  updateTitle();
  followGrowth();
}

void ShownRun::setFirst(RunId run, const std::string& name) {
  first_ = run;
  firstName_ = QString::fromStdString(name);
  Q_EMIT firstChanged();
}

void ShownRun::updateTitle() {
  const auto nameOf = [this](RunId id) {
    const RunInfo* run = find(id);
    return run ? QString::fromStdString(run->name) : QString();
  };
  QStringList names;
  for (const RunId id : runs_) names << nameOf(id);
  names.removeAll(QString());
  if (names.isEmpty() && !runs_.empty()) return;  // a new run: its name is known once the store has been read
  const RunId home = session_.training() ? session_.run() : known_.empty() ? 0 : known_.front().id;
  const bool away = home > 0 && !runs_.empty() && (runs_.size() != 1 || runs_.front() != home);
  title_ = names.join(QStringLiteral(", "));
  home_ = away ? nameOf(home) : QString();
  Q_EMIT titleChanged();
}

// Curves of a run that another process trains, or that is watched, grow only in the store.
void ShownRun::followGrowth() {
  const bool grows = std::any_of(runs_.begin(), runs_.end(), [this](RunId id) {
    const RunInfo* run = find(id);
    return run && run->status == RunStatus::Running && !(session_.training() && session_.run() == id);
  });
  if (grows || grew_) Q_EMIT curvesGrew(runs_, !grows);
  grew_ = grows;
}

}  // namespace stepscope
