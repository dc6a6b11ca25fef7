// Connects the Diagnosis tab to the session. It has the tab diagnose a capture of a run, the run's latest steps or an opened trace, and carries out
// the tab's requests: trials, changes of switches, and evidence to show on the timeline.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <memory>

#include "profiler/advisor/finding.h"
#include "profiler/trace/trace.h"
#include "views/common/job.h"
#include "views/session/view_context.h"

namespace stepscope {

class DiagnosisView;
struct LearningTrial;

class DiagnosisDesk : public QObject {
  Q_OBJECT
 public:
  DiagnosisDesk(const ViewContext& context, DiagnosisView* view);  // the view owns it

 private:
  void showCapture();
  void showFile(const QString& path);
  void followLive(const std::shared_ptr<const Trace>& trace);
  void showTrial();
  void updateState();
  void select(const Finding& finding, bool zoom);
  void selectCategory(Category category);
  void turn(const QString& key, qint64 value, bool tryIt);
  void tryLearning(const LearningTrial& trial);
  void tellSentence();
  // Shows the run's sentence in the status bar. The sentence about an opened file stays in its view: in the bar it would look like the run's.
  void publishSentence(const QString& sentence, const QString& of);

  const ViewContext c_;
  DiagnosisView* view_;
  JobSlot liveJob_;
  QElapsedTimer sinceLive_;
  QString sentence_, sentenceOf_, trialKey_, checkedProject_;
  bool trialWaits_ = false;  // requested, but no event has arrived yet
};

}  // namespace stepscope
