// The displayed run or runs, live or stored. Views of runs subscribe to it, and ask it for other runs. Testable without a window.
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
  // `known`: every run of the project, newest first. Both must outlive this object; call update() after changing `known`.
  ShownRun(Session& session, const std::vector<RunInfo>& known, QObject* parent = nullptr);

  const std::vector<RunId>& runs() const { return runs_; }  // the runs whose curves are shown
  RunId first() const { return first_; }                    // the run whose details are shown; 0: none
  const QString& firstName() const { return firstName_; }
  QString title() const { return title_; }  // the names of all of them
  QString home() const { return home_; }    // the target of "back": the run in training, or the newest; empty: it is already displayed

  const std::vector<RunInfo>& known() const { return known_; }
  const RunInfo* find(RunId id) const;
  // The run as in the store; for the run in training with the values of its last step.
  std::optional<RunInfo> now(RunId id) const;

  void show(const std::vector<RunId>& runs);
  // `sentence`: the main reason why the run in training is slow. `of`: the steps and times that it refers to. Empty: not known, or a file is shown.
  void setVerdict(const QString& sentence, const QString& of) { Q_EMIT verdictChanged(sentence, of); }

 public Q_SLOTS:
  void update();    // call it if the known runs have changed
  void showHome();  // shows the run in training live, or the newest

 Q_SIGNALS:
  void knownChanged();
  void titleChanged();
  void firstChanged();
  void liveWanted();  // shows the run in training live
  void curvesWanted(const std::vector<stepscope::RunId>& runs);
  void curvesGrew(const std::vector<stepscope::RunId>& runs, bool ended);  // in the store; `ended`: no run grows any more
  void verdictChanged(const QString& sentence, const QString& of);
  // Requests to show the curves, the comparison, or the table with the runs selected.
  void curvesRequested();
  void comparisonRequested(const std::vector<stepscope::RunId>& runs);  // the first one is the baseline
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
  bool showsNewest_ = false;  // once, after a project was opened
  bool grew_ = false;         // another process trained one of them when the list was last read
};

}  // namespace stepscope
