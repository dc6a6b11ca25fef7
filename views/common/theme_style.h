// The style under the style sheet: Fusion, with its own small icons (close and float of docks, clear of a field) in the theme's colours; the
// ones it brings are black on a dark ground.
#pragma once

#include <QProxyStyle>

namespace stepscope {

class ThemeStyle : public QProxyStyle {
 public:
  ThemeStyle() : QProxyStyle(QStringLiteral("Fusion")) {}
  QIcon standardIcon(StandardPixmap pixmap, const QStyleOption* option, const QWidget* widget) const override;
};

}  // namespace stepscope
