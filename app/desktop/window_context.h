// Creates the objects that the views of a window subscribe to.
#pragma once

#include "views/session/view_context.h"

class QWidget;

namespace stepscope {

ViewContext makeContext(QWidget* window);  // the window owns all objects

}  // namespace stepscope
