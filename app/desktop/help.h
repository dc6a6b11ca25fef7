// The two texts of the Help menu.
#pragma once

#include <QString>

class QWidget;

namespace stepscope {

void showKeys(QWidget* window, const QString& aboutView);  // keys, under a sentence on the view that has the focus
void showAbout(QWidget* window);

}  // namespace stepscope
