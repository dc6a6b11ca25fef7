#include "views/common/message_bar.h"

#include <QEvent>
#include <QFontDatabase>
#include <QFontMetrics>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/error.h"
#include "views/common/icons.h"
#include "views/words/engine_text.h"

namespace stepscope {

Message messageOf(const Error& error) {
  Message message;
  message.what = engineText(error.happened());
  message.where = QString::fromStdString(error.where());
  message.cure = engineText(error.cure());
  return message;
}

QString plainText(const Message& message) {
  QString text = message.where.isEmpty() ? asSentence(message.what) : message.where + QStringLiteral(": ") + asSentence(message.what);
  if (!message.cure.isEmpty()) text += blankAfterStop() + asSentence(message.cure);
  return text;
}

namespace {

// Elides the middle of words (also paths) that are wider than `width` px and would make the window wider. The tooltip shows the whole text.
QString fitted(const QString& text, const QFontMetrics& metrics, int width) {
  QStringList words = text.split(QLatin1Char(' '));
  for (QString& word : words)
    if (metrics.horizontalAdvance(word) > width) word = metrics.elidedText(word, Qt::ElideMiddle, width);
  return words.join(QLatin1Char(' '));
}

}  // namespace

MessageBar::MessageBar(QWidget* parent) : QWidget(parent), frame_(new QFrame), text_(new QLabel), action_(new QPushButton), close_(new QToolButton) {
  text_->setWordWrap(true);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  text_->setTextFormat(Qt::RichText);
  QSizePolicy policy = text_->sizePolicy();
  policy.setHorizontalPolicy(QSizePolicy::Ignored);  // so that the text does not make the window wider
  text_->setSizePolicy(policy);
  text_->installEventFilter(this);
  close_->setProperty("flat", true);
  close_->setIcon(icon(QStringLiteral("close")));
  close_->setToolTip(tr("Dismiss this message"));
  close_->setAccessibleName(tr("Dismiss this message"));
  connect(close_, &QToolButton::clicked, this, &MessageBar::dismiss);
  connect(action_, &QPushButton::clicked, this, [this] {
    const auto action = message_.action;
    dismiss();
    if (action) action();
  });
  auto* around = new QVBoxLayout(this);
  around->setContentsMargins(0, 10, 0, 2);
  around->addWidget(frame_);
  auto* layout = new QHBoxLayout(frame_);
  layout->setContentsMargins(14, 7, 7, 7);
  layout->addWidget(text_, 1);
  layout->addWidget(action_, 0, Qt::AlignVCenter);
  layout->addWidget(close_, 0, Qt::AlignVCenter);
  QWidget::hide();
}

void MessageBar::showMessage(Message message) {
  message_ = std::move(message);
  action_->setText(message_.button);
  action_->setVisible(!message_.button.isEmpty());
  const char* level = message_.level == Message::Level::Error ? "error" : message_.level == Message::Level::Warning ? "warning" : "info";
  frame_->setProperty("message", level);
  frame_->style()->unpolish(frame_);
  frame_->style()->polish(frame_);
  setAccessibleName(text());
  setVisible(true);
  fit();
}

void MessageBar::fit() {
  QFont bold = text_->font();
  bold.setBold(true);
  const int width = std::max(text_->width() - 8, 120);
  const auto part = [&](const QString& words, const QFont& font) { return fitted(words, QFontMetrics(font), width); };
  QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);  // font of <code>
  if (bold.pixelSize() > 0) fixed.setPixelSize(bold.pixelSize());
  else fixed.setPointSizeF(bold.pointSizeF());
  const QString what = part(asSentence(message_.what), bold), where = part(message_.where, fixed), cure = part(asSentence(message_.cure), bold);
  QString html = QStringLiteral("<b>") + what.toHtmlEscaped() + QStringLiteral("</b>");
  if (!where.isEmpty()) html += QStringLiteral(" <code>") + where.toHtmlEscaped() + QStringLiteral("</code>");
  if (!cure.isEmpty()) html += QStringLiteral("<br>") + cure.toHtmlEscaped();
  if (html == text_->text()) return;
  text_->setText(html);
  const bool whole = where == message_.where && !what.contains(QChar(0x2026)) && !cure.contains(QChar(0x2026));
  text_->setToolTip(whole ? QString() : text());
}

bool MessageBar::eventFilter(QObject* watched, QEvent* event) {
  if (watched == text_ && event->type() == QEvent::Resize) fit();
  return QWidget::eventFilter(watched, event);
}

QString MessageBar::text() const {
  QStringList parts{asSentence(message_.what)};
  if (!message_.where.isEmpty()) parts << message_.where;
  if (!message_.cure.isEmpty()) parts << asSentence(message_.cure);
  return parts.join(QLatin1Char(' '));
}

void MessageBar::dismiss() {
  if (isHidden()) return;
  setVisible(false);
  Q_EMIT dismissed();
}

MessageBar* messageBarNear(QWidget* widget) {
  for (; widget; widget = widget->parentWidget()) {
    if (auto* bar = qobject_cast<MessageBar*>(widget)) return bar;
    if (auto* bar = widget->findChild<MessageBar*>(QString(), Qt::FindDirectChildrenOnly)) return bar;
    const auto* window = qobject_cast<QMainWindow*>(widget);  // for a widget in a dock: the bar above the views
    if (window && window->centralWidget())
      if (auto* bar = window->centralWidget()->findChild<MessageBar*>(QString(), Qt::FindDirectChildrenOnly)) return bar;
  }
  return nullptr;
}

}  // namespace stepscope
