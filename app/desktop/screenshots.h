// Pictures of every view, light and dark, of a run that really trains: for the README and for looking at the program where there is no
// display.
#pragma once

#include <QString>

namespace stepscope {

// Writes *.png into `folder`. project: a project file to train for some steps; empty: the shapes example, in a temporary copy.
// The language is that of the texts (views/words/language.h). Returns the exit status.
int renderScreenshots(const QString& folder, const QString& project, const QString& language);

}  // namespace stepscope
