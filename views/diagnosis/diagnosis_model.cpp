#include "views/diagnosis/diagnosis_model.h"

#include <cmath>

#include "core/base/error.h"
#include "views/common/text.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {

DiagnosisModel::DiagnosisModel(QObject* parent) : QObject(parent) {}

void DiagnosisModel::show(DiagnosisSubject subject) {
  job_.start([this, subject = std::move(subject)](const std::atomic<bool>& cancelled) -> std::function<void()> {
    std::shared_ptr<const AdviceFacts> facts;
    Advice advice;
    LearningAdvice learning;
    StepPath path;
    QString problem;
    try {
      AdviceFacts gathered = subject.gather();
      if (gathered.trace.gains.empty()) findGains(gathered.trace);
      facts = std::make_shared<const AdviceFacts>(std::move(gathered));
      if (cancelled) return {};
      advice = advise(*facts);
      path = medianStepPath(facts->trace);
      if (subject.learning) learning = subject.learning();
    } catch (const Error& error) {
      problem = engineText(error);
    } catch (const std::exception& error) {
      problem = engineText(error);
    }
    return [this, facts, advice = std::move(advice), learning = std::move(learning), path = std::move(path), problem, run = subject.run] {
      if (!problem.isEmpty() && !facts) {
        facts_.reset();
        advice_ = {};
        learning_ = {};
        path_ = {};
      } else {
        facts_ = facts;
        advice_ = advice;
        learning_ = learning;
        path_ = path;
      }
      problem_ = problem;
      run_ = run;
      Q_EMIT changed();
    };
  });
}

void DiagnosisModel::clear() {
  job_.cancel();
  facts_.reset();
  advice_ = {};
  learning_ = {};
  path_ = {};
  problem_.clear();
  run_ = 0;
  Q_EMIT changed();
}

QString DiagnosisModel::toTable() const {
  QString table = tr("rule\toutcome\tfigure\tunit\tsentence\tcure\tat most, ms a step\n");
  for (const Finding& finding : advice_.findings)
    table += QStringList{text(finding.rule),
                         text(nameOf(finding.outcome)),
                         std::isfinite(finding.figure) ? QString::number(finding.figure) : QString(),
                         text(finding.unit),
                         engineText(finding.sentence),
                         finding.cure ? text(finding.cure->text()) : QString(),
                         finding.gainAtMostMs ? QString::number(*finding.gainAtMostMs) : QString()}
                 .join(QLatin1Char('\t')) +
             QLatin1Char('\n');
  return table;
}

}  // namespace stepscope
