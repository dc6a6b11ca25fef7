// Pictures of every view, light and dark, with a real training run: for the README and for looking at the program without a
// display.
#pragma once

#include <QString>

namespace stepscope {

// Writes *.png into `folder`. `project`: a project file to train for some steps; empty: the shapes example, in a temporary copy. The pictures are in
// the language that was applied before (views/words/language.h); `language` is its name. Returns the exit status.
int renderScreenshots(const QString& folder, const QString& project, const QString& language);

}  // namespace stepscope
