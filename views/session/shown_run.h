// The run or runs that are on display, live or stored. Views of runs subscribe to it, and ask it for others. Testable without a window.
#pragma once

#include <QObject>
#include <QString>
#include <optional>
#include <vector>

#include "core/store/run_store.h"

namespace stepscope {

class Session;

class ShownRun : public QObject {
  Q_OBJECT
 public:
  // known: every run of the project, newest first. Both outlive it; who changes `known` calls update().
  ShownRun(Session& session, const std::vector<RunInfo>& known, QObject* parent = nullptr);

  const std::vector<RunId>& runs() const { return runs_; }  // whose curves are shown
  RunId first() const { return first_; }                    // whose details are shown; 0: none
  const QString& firstName() const { return firstName_; }
  QString title() const { return title_; }  // the names of all of them
  QString home() const { return home_; }    // where "back" leads: the run in training, or the newest; empty: it is what is shown

  const std::vector<RunInfo>& known() const { return known_; }
  const RunInfo* find(RunId id) const;
  // As the store has it, and of the run in training what the last step told.
  std::optional<RunInfo> now(RunId id) const;

  void show(const std::vector<RunId>& runs);
  // What holds the run in training back, in one sentence, and what that is of; empty: not known, or another trace is shown.
  void setVerdict(const QString& sentence, const QString& of) { Q_EMIT verdictChanged(sentence, of); }

 public Q_SLOTS:
  void update();    // the known runs have changed
  void showHome();  // the run in training as it grows, or the newest

 Q_SIGNALS:
  void knownChanged();
  void titleChanged();
  void firstChanged();
  void liveWanted();  // the run in training as it grows
  void curvesWanted(const std::vector<stepscope::RunId>& runs);
  void curvesGrew(const std::vector<stepscope::RunId>& runs, bool ended);  // in the store only
  void verdictChanged(const QString& sentence, const QString& of);
  // To come to the front: their curves, the comparison, the table with them selected.
  void curvesRequested();
  void comparisonRequested(const std::vector<stepscope::RunId>& runs);  // the first is the baseline
  void tableRequested(const std::vector<stepscope::RunId>& runs);

 private:
  void setFirst(RunId run, const std::string& name);
  void updateTitle();
  void followGrowth();

  Session& session_;
  const std::vector<RunInfo>& known_;
  std::vector<RunId> runs_;
  RunId first_ = 0;
  QString firstName_, title_, home_;
  bool showsNewest_ = false;  // once, when a project was opened
  bool grew_ = false;         // somebody else trained one of them when the list was last read
};

}  // namespace stepscope
