// The Diagnosis tab: the main reason why the step is slow in one sentence, the breakdown, and findings as cards, the worst first. Requests of the
// cards are signals; the window carries them out.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "core/learning/learning_finding.h"
#include "views/common/message_bar.h"
#include "views/diagnosis/finding_card.h"

class QLabel;
class QScrollArea;
class QStackedLayout;
class QVBoxLayout;

namespace stepscope {

struct ViewContext;
class DiagnosisModel;
class EmptyState;
class LearnCheckRow;
class LearningCard;
class PathCard;
class RuleFold;
class VerdictCard;
class WhatIfCard;

class DiagnosisView : public QWidget {
  Q_OBJECT
 public:
  explicit DiagnosisView(QWidget* parent = nullptr);

  DiagnosisModel* model() const { return model_; }
  void setEmptyTexts(const QString& title, const QString& sentence, const QString& button);
  // Whether switches can be tried now (`training`: a run of the open project trains), or changed for the next run (`project`: one is open).
  void setCanTry(bool training, bool project);
  void setTrial(const std::optional<TrialState>& trial, const QString& key, const QString& to);

  bool isEmpty() const;
  EmptyState* emptyState() const { return empty_; }
  VerdictCard* verdict() const { return verdict_; }
  const std::vector<FindingCard*>& cards() const { return cards_; }
  PathCard* path() const { return path_; }
  LearningCard* learning() const { return learning_; }
  // In the card on learning, and below the empty state while nothing was trained.
  LearnCheckRow* learnCheck() const { return check_; }
  WhatIfCard* whatIf() const { return whatIf_; }
  RuleFold* notFound() const { return notFound_; }
  RuleFold* notEnough() const { return notEnough_; }
  MessageBar* messageBar() const { return bar_; }

 Q_SIGNALS:
  void primaryRequested();  // the button of the empty view
  void recordRequested();
  void evidenceRequested(const stepscope::Finding& finding);  // select it in every view
  void timelineRequested(const stepscope::Finding& finding);  // the same, and show the timeline
  void tryRequested(const QString& key, qint64 value);
  void useRequested(const QString& key, qint64 value);
  void trialEnded(bool keep);
  void trialCancelled();
  void learningTrialRequested(const stepscope::LearningTrial& trial);
  void categoryRequested(stepscope::Category category);  // a part of the bar
  void foundChanged(int found);                          // for the badge of the tab

 private:
  void rebuild();
  void placeLearning(bool first);  // above all else, or after the findings
  void placeCheck(bool empty);
  void updateActions();
  void copy(const QString& setting);
  CureAction actionOf(const Finding& finding) const;

  DiagnosisModel* model_;
  QStackedLayout* stack_;
  QWidget* emptyPage_;
  EmptyState* empty_;
  QString emptyTexts_[3];
  MessageBar* bar_;
  VerdictCard* verdict_;
  PathCard* path_;
  LearningCard* learning_;
  LearnCheckRow* check_;
  QLabel *heading_, *count_;
  QVBoxLayout *column_, *left_, *list_;
  std::vector<FindingCard*> cards_;
  WhatIfCard* whatIf_;
  RuleFold *notFound_, *notEnough_;
  QLabel* healthy_;
  bool training_ = false, project_ = false;
  std::optional<TrialState> trial_;
  QString trialKey_, trialTo_;
};

QWidget* makeDiagnosisView(const ViewContext& context);

}  // namespace stepscope
