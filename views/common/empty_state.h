// The content of an empty view: one sentence about what the view will show, and one button that makes it possible.
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
  void setTexts(const QString& title, const QString& sentence, const QString& button);  // an empty `button` hides the button

 Q_SIGNALS:
  void activated();

 private:
  QLabel* title_;
  QLabel* sentence_;
  QPushButton* button_;
};

// Puts a page of the window into a scroll area without a frame. The page is as wide as the window, and is scrolled only vertically.
QScrollArea* scrolledDown(QWidget* page);
// A layout with a message bar above a page. Its margins at the sides are those of the cards below.
QVBoxLayout* aboveCards(QWidget* bar);

}  // namespace stepscope
