// The program's icons: black SVG files in resources/icons. They are coloured by the theme when they are painted, so that they are sharp at every
// scale and follow a change of the theme.
#pragma once

#include <QIcon>
#include <QString>

namespace stepscope {

enum class IconTint { Text, Dim, Accent, OnAccent, Original };

// The icon from ":/icons/<name>.svg"; an empty icon for an unknown name.
QIcon icon(const QString& name, IconTint tint = IconTint::Text);

}  // namespace stepscope
