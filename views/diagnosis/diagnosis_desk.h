// What the Diagnosis tab is about, and what it asks of the others: a capture of a run, its last steps live, or an opened trace go in;
// trials, switches and the evidence on the timeline come out.
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

class DiagnosisDesk : public QObject {
  Q_OBJECT
 public:
  DiagnosisDesk(const ViewContext& context, DiagnosisView* view);  // belongs to the view

 private:
  void showCapture();
  void showFile(const QString& path);
  void followLive(const std::shared_ptr<const Trace>& trace);
  void showTrial();
  void updateState();
  void select(const Finding& finding, bool zoom);
  void selectCategory(Category category);
  void turn(const QString& key, qint64 value, bool tryIt);
  void tellSentence();
  // Puts the run's sentence into the status bar. The sentence of a file on display stays in its view: in the bar it would be read as the run's.
  void publishSentence(const QString& sentence, const QString& of);

  const ViewContext c_;
  DiagnosisView* view_;
  JobSlot liveJob_;
  QElapsedTimer sinceLive_;
  QString sentence_, sentenceOf_, trialKey_;
  bool trialWaits_ = false;  // it was asked for, and nothing was heard of it yet
};

}  // namespace stepscope
