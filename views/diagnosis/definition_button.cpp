#include "views/diagnosis/definition_button.h"

#include <QToolTip>

#include "views/common/text.h"

namespace stepscope {

QToolButton* definitionButton(const QString& definition) {
  auto* button = new QToolButton;
  button->setObjectName(QStringLiteral("definition"));
  button->setText(QStringLiteral("?"));
  button->setAutoRaise(true);
  button->setFixedSize(20, 20);
  button->setFocusPolicy(Qt::TabFocus);
  // A tool tip wraps rich text, but not plain text.
  button->setToolTip(QStringLiteral("<p>%1</p>").arg(definition.toHtmlEscaped()));
  button->setAccessibleName(tr("What this is"));
  button->setAccessibleDescription(definition);
  QObject::connect(button, &QToolButton::clicked, button,
                   [button] { QToolTip::showText(button->mapToGlobal(QPoint(0, button->height())), button->toolTip(), button); });
  return button;
}

}  // namespace stepscope
