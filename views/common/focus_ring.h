// A line in the accent colour around the widget with the focus, for widgets whose style sheet draws none (charts, canvases). It is shown only if a
// key moved the focus, so that users of the mouse see charts without it.
#pragma once

#include <QPointer>
#include <QWidget>

namespace stepscope {

class FocusRing : public QWidget {
  Q_OBJECT
 public:
  explicit FocusRing(QWidget* window);  // becomes the topmost child of `window`
  QWidget* around() const { return around_; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void surround(QWidget* widget);
  void follow();

  QPointer<QWidget> around_;
};

}  // namespace stepscope
