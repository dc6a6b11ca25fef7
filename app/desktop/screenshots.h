// Pictures of every view, light and dark, with a real training run: for the README and for looking at the program without a
// display.
#pragma once

#include <QString>

namespace stepscope {

// Writes *.png into `folder`. project: a project file to train for some steps; empty: the shapes example, in a temporary copy. Uses the present
// language (views/words/language.h). Returns the exit status.
int renderScreenshots(const QString& folder, const QString& project, const QString& language);

}  // namespace stepscope
