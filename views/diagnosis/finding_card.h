// A finding: the problem, the cure and its maximum gain, and the result of a trial. A click anywhere on it shows its evidence.
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

// The action of the button beside the cure.
enum class CureAction { None, Try, UseNext, Copy };

struct TrialState {
  QString what;      // while it runs: "measuring, pair 3"
  double share = 0;  // finished part, 0 to 1
  std::shared_ptr<const TrialResult> result;
  QString gone;  // why the measured switch can neither be kept nor dropped any more; empty: it can
};

class FindingCard : public QFrame {
  Q_OBJECT
 public:
  // `timesAreClaims`: no other program used the cores during the steps, or they ran on another machine.
  explicit FindingCard(const Finding& finding, bool timesAreClaims = true, QWidget* parent = nullptr);
  const Finding& finding() const { return finding_; }
  void setAction(CureAction action);
  // The result of trying the cure; nothing: not tried.
  void setTrial(const std::optional<TrialState>& trial);
  QPushButton* timelineButton() const { return timeline_; }
  QPushButton* actionButton() const { return action_; }
  QPushButton* keepButton() const { return keep_; }
  QPushButton* backButton() const { return back_; }
  QString gainText() const;
  QString gainOfText() const;  // the base of the gain
  QString trialText() const;
  QString culpritsText() const;  // empty: not in the trace

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
