// The model of the Diagnosis view: the advice about one subject, a capture of a run or an opened trace. Facts are collected and rules evaluated off
// the GUI thread; of several subjects only the last one gets an answer. Testable without a window.
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

// The subject of a diagnosis. gather() is called off the GUI thread and may throw Error.
struct DiagnosisSubject {
  std::function<AdviceFacts()> gather;
  std::function<LearningAdvice()> learning;  // how the run learns; null: it is not a run
  RunId run = 0;
  bool live = false;  // steps of a run in training: the sentence is updated, but visible cards are not replaced under the mouse
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
  const LearningAdvice& learning() const { return learning_; }  // without findings if it is not a run
  // Null if nothing is shown. Evidence refers to its trace.
  std::shared_ptr<const AdviceFacts> facts() const { return facts_; }
  const StepPath& path() const { return path_; }       // of the median step; empty without steps
  const QString& problem() const { return problem_; }  // a sentence on why there is no advice; empty if there is some, or nothing was asked
  RunId run() const { return run_; }
  QString toTable() const;  // one row per rule, tab-separated with a heading line

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
