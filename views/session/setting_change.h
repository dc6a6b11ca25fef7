// Message about a setting of the open project that changed for later runs but not in its file.
#pragma once

#include "views/common/message_bar.h"

namespace stepscope {

// The message `what`, with a button that writes the setting to the project file. `key`, `value`: as in the file. `say`: called with the result of
// writing, to show it.
Message changedForThisSession(const QString& what, const QString& file, const QString& key, const QString& value,
                              const std::function<void(const Message&)>& say);

}  // namespace stepscope
