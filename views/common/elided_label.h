// A line of text that never ends without a sign: if the space is too small an ellipsis is shown, and the tool tip has the whole text.
#pragma once

#include <QLabel>

namespace stepscope {

class ElidedLabel : public QLabel {
  Q_OBJECT
 public:
  explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr, Qt::TextElideMode mode = Qt::ElideRight);

  // A plain text for the tool tip instead of the whole text.
  void setTip(const QString& tip);
  bool elided() const;  // part of it is hidden

  QSize minimumSizeHint() const override;  // some letters

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  Qt::TextElideMode mode_;
  QString tip_;
};

}  // namespace stepscope
