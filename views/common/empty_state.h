// What an empty view shows: one sentence on what it will show and one button that makes it so.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

class QScrollArea;
class QVBoxLayout;
class QWidget;

namespace stepscope {

class EmptyState : public QWidget {
  Q_OBJECT
 public:
  explicit EmptyState(const QString& title, const QString& sentence, const QString& button, QWidget* parent = nullptr);
  void setTexts(const QString& title, const QString& sentence, const QString& button);  // an empty button text hides the button

 Q_SIGNALS:
  void activated();

 private:
  QLabel* title_;
  QLabel* sentence_;
  QPushButton* button_;
};

// How the pages of the window are laid out: what scrolls, and where messages stand.
// As wide as there is room, and scrolled where it is higher; without a frame.
QScrollArea* scrolledDown(QWidget* page);
// A message bar above a page, as far from the edges as the cards below it.
QVBoxLayout* aboveCards(QWidget* bar);

}  // namespace stepscope
