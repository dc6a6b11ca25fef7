// What the Diagnosis view shows: the advice on one subject, a capture of a run or an opened trace. Facts are gathered and rules asked off
// the GUI thread; of several subjects the last one is answered. Testable without a window.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <optional>

#include "core/learning/learning_advice.h"
#include "profiler/advisor/advise.h"
#include "views/common/job.h"
#include "views/diagnosis/step_path.h"

namespace stepscope {

// What is diagnosed. gather() is called off the GUI thread and may throw Error.
struct DiagnosisSubject {
  std::function<AdviceFacts()> gather;
  std::function<LearningAdvice()> learning;  // how the run learns; null: it is no run
  RunId run = 0;
  bool live = false;  // steps of a run that goes on: the sentence is told, and cards on the screen are not replaced under the pointer
};

class DiagnosisModel : public QObject {
  Q_OBJECT
 public:
  explicit DiagnosisModel(QObject* parent = nullptr);

  void show(DiagnosisSubject subject);
  void clear();
  bool isEmpty() const { return !facts_; }
  bool busy() const { return job_.busy(); }
  const Advice& advice() const { return advice_; }
  const LearningAdvice& learning() const { return learning_; }  // no findings: it is no run
  // Null where nothing is shown. Its trace is the one that evidence refers to.
  std::shared_ptr<const AdviceFacts> facts() const { return facts_; }
  const StepPath& path() const { return path_; }       // of the median step; empty without steps
  const QString& problem() const { return problem_; }  // why there is no advice: a sentence; empty where there is, or nothing was asked
  RunId run() const { return run_; }
  QString toTable() const;  // a row a rule, tab-separated with a heading line

 Q_SIGNALS:
  void changed();

 private:
  Advice advice_;
  LearningAdvice learning_;
  std::shared_ptr<const AdviceFacts> facts_;
  StepPath path_;
  QString problem_;
  RunId run_ = 0;
  JobSlot job_;
};

}  // namespace stepscope
