// A line in the accent colour around the widget with the focus, if the widget draws none itself: charts, canvases, other lists. Shown only if the
// focus came by a key, so that mouse users see charts without it.
#pragma once

#include <QPointer>
#include <QWidget>

namespace stepscope {

class FocusRing : public QWidget {
  Q_OBJECT
 public:
  explicit FocusRing(QWidget* window);  // it becomes the window's topmost child
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
