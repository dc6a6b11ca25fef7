// The two texts of the Help menu.
#pragma once

#include <QString>

class QWidget;

namespace stepscope {

void showKeys(QWidget* window, const QString& aboutView);  // keys, below a sentence about the view with the focus
void showAbout(QWidget* window);

}  // namespace stepscope
