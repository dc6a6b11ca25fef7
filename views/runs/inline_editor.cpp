#include "views/runs/inline_editor.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <utility>

namespace stepscope {

InlineEditor::InlineEditor(QWidget* parent) : QWidget(parent), what_(new QLabel), line_(new QLineEdit), lines_(new QPlainTextEdit) {
  auto* keepButton = new QPushButton(tr("Keep"));
  auto* leaveButton = new QPushButton(tr("Cancel"));
  lines_->setMaximumHeight(72);
  lines_->setTabChangesFocus(true);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(what_);
  layout->addWidget(line_, 1);
  layout->addWidget(lines_, 1);
  layout->addWidget(keepButton);
  layout->addWidget(leaveButton);
  connect(keepButton, &QPushButton::clicked, this, &InlineEditor::keep);
  connect(leaveButton, &QPushButton::clicked, this, &QWidget::hide);
  line_->installEventFilter(this);
  lines_->installEventFilter(this);
  hide();
}

void InlineEditor::ask(const QString& what, const QString& text, bool lines, Keep keep) {
  what_->setText(what);
  keep_ = std::move(keep);
  line_->setVisible(!lines);
  lines_->setVisible(lines);
  line_->setText(text);
  lines_->setPlainText(text);
  line_->setAccessibleName(what);
  lines_->setAccessibleName(what);
  show();
  if (lines) {
    lines_->setFocus();
  } else {
    line_->setFocus();
    line_->selectAll();
  }
}

void InlineEditor::keep() {
  const QString text = lines_->isVisibleTo(this) ? lines_->toPlainText() : line_->text();
  hide();
  if (const Keep done = std::exchange(keep_, nullptr)) done(text);
}

bool InlineEditor::eventFilter(QObject* object, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() == Qt::Key_Escape) {
      hide();
      return true;
    }
    const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (enter && (object == line_ || (key->modifiers() & Qt::ControlModifier))) {
      keep();
      return true;
    }
  }
  return QWidget::eventFilter(object, event);
}

}  // namespace stepscope
