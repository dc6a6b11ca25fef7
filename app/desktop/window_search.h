// Results of quick search besides those that views and docks add: commands, languages, layers and ops.
#pragma once

#include "views/session/view_context.h"

namespace stepscope {

struct WindowActions;

void addWindowSearch(const ViewContext& context, const WindowActions& actions);  // both outlive the search

}  // namespace stepscope
