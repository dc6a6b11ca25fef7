// The program's icons: SVG drawn in black in resources/icons, coloured with the theme's text colour when painted, so that they are sharp at every
// scale and follow a change of the theme.
#pragma once

#include <QIcon>
#include <QString>

namespace stepscope {

enum class IconTint { Text, Dim, Accent, OnAccent, Original };

// ":/icons/<name>.svg". An unknown name gives an empty icon.
QIcon icon(const QString& name, IconTint tint = IconTint::Text);

}  // namespace stepscope
