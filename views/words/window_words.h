// The window's language for what the rooms below write: reports, and comments of new projects.
#pragma once

#include "core/words/words.h"

namespace stepscope {

Words windowWords();  // on the GUI thread; a value that any thread may keep

}  // namespace stepscope
