// A bar of parts that are fractions of a whole, and its legend. Each part has its colour and, if there is space, its label. Hovering over a part
// shows its tooltip; a click selects it.
#pragma once

#include <QColor>
#include <QWidget>
#include <vector>

namespace stepscope {

struct SharePart {
  QString title;     // "data wait"
  double share = 0;  // of the whole, 0 to 1
  QString amount;    // "60.2 ms"
  QString percent;   // "39.6 %"
  QColor color;
  bool dark = false;  // the colour is so dark that the label needs a light colour
  QString tip;        // the tooltip; empty: title, amount per step and percent
};

class ShareBar : public QWidget {
  Q_OBJECT
 public:
  explicit ShareBar(int height = 30);  // px
  void setParts(std::vector<SharePart> parts);
  const std::vector<SharePart>& parts() const { return parts_; }
  QString legend() const;  // rich text in the colours of the theme
  QSize sizeHint() const override { return {400, height()}; }

 Q_SIGNALS:
  void partClicked(int part);

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  int partAt(double x) const;  // -1: none

  std::vector<SharePart> parts_;
};

}  // namespace stepscope
