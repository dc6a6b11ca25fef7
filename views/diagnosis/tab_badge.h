// A number in a round badge beside the title of a tab. 0: nothing is drawn, but its space is kept.
#pragma once

#include <QWidget>

namespace stepscope {

class TabBadge : public QWidget {
  Q_OBJECT
 public:
  explicit TabBadge(int number, QWidget* parent = nullptr);
  int number() const { return number_; }
  void setNumber(int number);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  int number_;
};

}  // namespace stepscope
