// A strip above a view, visible only while an operation runs. It shows the operation, its progress, and a button that cancels it.
#pragma once

#include <QFrame>

class QProgressBar;
class QPushButton;

namespace stepscope {

class ElidedLabel;

class ProgressStrip : public QFrame {
  Q_OBJECT
 public:
  explicit ProgressStrip(QWidget* parent = nullptr);  // hidden until begin()
  void begin(const QString& what);
  void setProgress(double share, const QString& text);  // `share` in [0, 1]
  void end();
  QPushButton* cancelButton() const { return cancel_; }
  QString text() const;

 Q_SIGNALS:
  void cancelled();

 private:
  ElidedLabel *what_, *text_;
  QProgressBar* bar_;
  QPushButton* cancel_;
};

}  // namespace stepscope
