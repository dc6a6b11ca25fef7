// What the views of a window subscribe to.
#pragma once

#include "views/session/view_context.h"

class QWidget;

namespace stepscope {

ViewContext makeContext(QWidget* window);  // all of it belongs to the window

}  // namespace stepscope
