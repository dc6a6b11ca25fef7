// Adds commands, languages, layers and ops to the quick search. Views and docks add other results themselves.
#pragma once

#include "views/session/view_context.h"

namespace stepscope {

struct WindowActions;

void addWindowSearch(const ViewContext& context, const WindowActions& actions);  // both must outlive the search

}  // namespace stepscope
