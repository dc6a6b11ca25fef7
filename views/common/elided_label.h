// A line of text that is never cut without a sign: what has no room becomes an ellipsis, and the tool tip holds the whole.
#pragma once

#include <QLabel>

namespace stepscope {

class ElidedLabel : public QLabel {
  Q_OBJECT
 public:
  explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr, Qt::TextElideMode mode = Qt::ElideRight);

  // Plain text that the tool tip shows in place of the whole text.
  void setTip(const QString& tip);
  bool elided() const;  // not all of it is seen

  QSize minimumSizeHint() const override;  // some letters

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  Qt::TextElideMode mode_;
  QString tip_;
};

}  // namespace stepscope
