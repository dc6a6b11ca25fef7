// A line of text. If the space is too small, an ellipsis marks where it is cut, and the tooltip shows the whole text.
#pragma once

#include <QLabel>

namespace stepscope {

class ElidedLabel : public QLabel {
  Q_OBJECT
 public:
  explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr, Qt::TextElideMode mode = Qt::ElideRight);

  // Sets a plain text that the tooltip shows instead of the whole text.
  void setTip(const QString& tip);
  bool elided() const;  // whether a part of the text is hidden

  QSize minimumSizeHint() const override;  // the width of some letters

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  Qt::TextElideMode mode_;
  QString tip_;
};

}  // namespace stepscope
