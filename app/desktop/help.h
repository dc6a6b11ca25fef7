// Shows the texts of the Help menu: the keys, and information about the program.
#pragma once

#include <QString>

class QWidget;

namespace stepscope {

void showKeys(QWidget* window, const QString& aboutView);  // lists the keys, below `aboutView`, a text about the present view
void showAbout(QWidget* window);

}  // namespace stepscope
