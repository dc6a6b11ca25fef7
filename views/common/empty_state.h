// What an empty view shows: one sentence on what it will show and one button that makes it so.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

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

}  // namespace stepscope
