// A line on the page in which the user types tags, a note or a name. Enter saves, Escape cancels. A note may have several lines: it is saved
// with Ctrl+Enter or the button.
#pragma once

#include <QWidget>
#include <functional>

class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace stepscope {

class InlineEditor : public QWidget {
  Q_OBJECT
 public:
  explicit InlineEditor(QWidget* parent = nullptr);
  using Keep = std::function<void(const QString& text)>;
  void ask(const QString& what, const QString& text, bool lines, Keep keep);
  QLineEdit* line() const { return line_; }
  QPlainTextEdit* lines() const { return lines_; }

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  void keep();

  QLabel* what_;
  QLineEdit* line_;
  QPlainTextEdit* lines_;
  Keep keep_;
};

}  // namespace stepscope
