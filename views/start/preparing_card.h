// A card in the centre of the window while a run is prepared. It shows the current phase, its progress, the times, and a button that cancels the run.
#pragma once

#include <QElapsedTimer>
#include <QFrame>
#include <QTimer>

class QLabel;
class QProgressBar;
class QPushButton;

namespace stepscope {

// The progress that a sentence contains: "timing kernels, step 12 of 60" gives done = 12, of = 60. Without such numbers `of` is 0.
struct PhaseProgress {
  QString what;  // "timing kernels"
  int done = 0, of = 0;
};
PhaseProgress phaseOf(const QString& sentence);

class PreparingCard : public QFrame {
  Q_OBJECT
 public:
  explicit PreparingCard(QWidget* over);  // lies over the centre of this widget; hidden until begin()
  void begin(const QString& title);
  void setPhase(const QString& sentence);
  void end();
  QPushButton* cancelButton() const { return cancel_; }
  QString text() const;

 Q_SIGNALS:
  void cancelled();

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void place();
  void showTimes();

  QLabel *title_, *phase_, *times_;
  QProgressBar* bar_;
  QPushButton* cancel_;
  QTimer timer_;
  QElapsedTimer sinceBegin_, sincePhase_;
  PhaseProgress progress_;
};

}  // namespace stepscope
