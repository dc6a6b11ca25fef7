#include "views/common/theme_style.h"

#include "views/common/icons.h"

namespace stepscope {

QIcon ThemeStyle::standardIcon(StandardPixmap pixmap, const QStyleOption* option, const QWidget* widget) const {
  switch (pixmap) {
    case SP_TitleBarCloseButton:
    case SP_LineEditClearButton:
      return icon(QStringLiteral("close"), IconTint::Dim);
    case SP_TitleBarNormalButton:
    case SP_TitleBarMaxButton:
      return icon(QStringLiteral("float"), IconTint::Dim);
    case SP_ToolBarHorizontalExtensionButton:
      return icon(QStringLiteral("more"), IconTint::Dim);
    default:
      return QProxyStyle::standardIcon(pixmap, option, widget);
  }
}

}  // namespace stepscope
