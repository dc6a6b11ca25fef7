// The window's theme and language, as the menu and the settings have them.
#pragma once

#include <functional>

#include "views/common/message_bar.h"

class QSettings;

namespace stepscope {

struct WindowActions;

// restart: ends the program and begins it again. actions and settings outlive the window, which they belong to.
void connectAppearance(const WindowActions& actions, QSettings& settings, const std::function<void(const Message&)>& say,
                       const std::function<void()>& restart);

}  // namespace stepscope
