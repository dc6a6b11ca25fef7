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
  void setTexts(const QString& title, const QString& sentence, const QString& button);  // an empty button text hides the button

 Q_SIGNALS:
  void activated();

 private:
  QLabel* title_;
  QLabel* sentence_;
  QPushButton* button_;
};

// The layout of the window's pages: the scroll area, and the place of messages. As wide as the window, scrolled vertically if necessary, without a
// frame.
QScrollArea* scrolledDown(QWidget* page);
// A message bar above a page, as far from the edges as the cards below it.
QVBoxLayout* aboveCards(QWidget* bar);

}  // namespace stepscope
