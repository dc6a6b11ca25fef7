// A finding: what is so, what to change and what that brings at most, and what a trial measured. A click anywhere on it shows its evidence.
#pragma once

#include <QFrame>
#include <optional>

#include "core/train/trial/trial_result.h"
#include "profiler/advisor/finding.h"

class QHBoxLayout;
class QLabel;
class QProgressBar;
class QPushButton;

namespace stepscope {

// What the button beside the cure does.
enum class CureAction { None, Try, UseNext, Copy };

struct TrialState {
  QString what;      // while it goes on: "measuring, pair 3"
  double share = 0;  // of it, 0 to 1
  std::shared_ptr<const TrialResult> result;
  QString gone;  // why what was measured can be neither kept nor put back any more; empty: it can
};

class FindingCard : public QFrame {
  Q_OBJECT
 public:
  // timesAreClaims: the steps had the cores to themselves, or ran elsewhere.
  explicit FindingCard(const Finding& finding, bool timesAreClaims = true, QWidget* parent = nullptr);
  const Finding& finding() const { return finding_; }
  void setAction(CureAction action);
  // Result of trying the cure; nothing: not tried.
  void setTrial(const std::optional<TrialState>& trial);
  QPushButton* timelineButton() const { return timeline_; }
  QPushButton* actionButton() const { return action_; }
  QPushButton* keepButton() const { return keep_; }
  QPushButton* backButton() const { return back_; }
  QString gainText() const;
  QString gainOfText() const;  // what the gain is of
  QString trialText() const;
  QString culpritsText() const;  // empty: the trace does not tell

 Q_SIGNALS:
  void evidenceRequested();
  void timelineRequested();
  void actionRequested(stepscope::CureAction action);
  void trialEnded(bool keep);
  void trialCancelled();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void draw();

  Finding finding_;
  bool claims_;
  CureAction actionKind_ = CureAction::None;
  std::optional<TrialState> trialState_;
  QLabel *title_, *gain_, *gainOf_, *sentence_, *culprits_, *cure_, *state_, *trial_;
  QPushButton *timeline_, *action_, *keep_, *back_;
  QProgressBar* progress_;
  QWidget* trialRow_;
};

}  // namespace stepscope
