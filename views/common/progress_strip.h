// Shows a running operation, its progress, and a button that cancels it: a strip above its view, visible only meanwhile.
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
  void setProgress(double share, const QString& text);  // 0 to 1
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
