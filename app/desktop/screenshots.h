// Draws pictures of every view in both themes, with real training runs. They are for the README, and show the program without a display.
#pragma once

#include <QString>

namespace stepscope {

// Writes *.png into `folder`. `project`: a project file that is trained for some epochs; empty: the shapes example, in a temporary copy. The pictures
// are in the language that was applied before (views/words/language.h); `language` is its name. Returns the exit status.
int renderScreenshots(const QString& folder, const QString& project, const QString& language);

}  // namespace stepscope
