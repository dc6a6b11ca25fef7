// A bar at the top of the view that a message belongs to: what happened, the file or key, the cure, and a button for the cure. It is not modal.
#pragma once

#include <QWidget>
#include <functional>

class QFrame;
class QLabel;
class QPushButton;
class QToolButton;

namespace stepscope {

class Error;

struct Message {
  enum class Level { Info, Warning, Error } level = Level::Error;
  QString what;    // a sentence
  QString where;   // file or key of a setting; may be empty
  QString cure;    // a sentence; may be empty
  QString button;  // title of the button for `action`; may be empty
  std::function<void()> action;
};

Message messageOf(const Error& error);
// The message as one text, "where: what. Cure.", for places without a bar.
QString plainText(const Message& message);

// The visible frame lies inside this widget, with a margin that exists only while the bar is shown.
class MessageBar : public QWidget {
  Q_OBJECT
 public:
  explicit MessageBar(QWidget* parent = nullptr);  // hidden until showMessage()
  void showMessage(Message message);
  const Message& message() const { return message_; }
  QString text() const;  // the message as plain text, for screen readers

 public Q_SLOTS:
  void dismiss();

 Q_SIGNALS:
  void dismissed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fit();  // fits the text to the width

  Message message_;
  QFrame* frame_;
  QLabel* text_;
  QPushButton* action_;
  QToolButton* close_;
};

// The bar of the view that contains the widget, else that of its window; null if there is none.
MessageBar* messageBarNear(QWidget* widget);

}  // namespace stepscope
