// A line in the accent's colour around what has the focus, where the widget draws none itself: charts, canvases, lists of another kind.
// Shown when the focus came by a key, so that whoever works with the mouse sees charts without it.
#pragma once

#include <QPointer>
#include <QWidget>

namespace stepscope {

class FocusRing : public QWidget {
  Q_OBJECT
 public:
  explicit FocusRing(QWidget* window);  // of which it is the topmost child
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
