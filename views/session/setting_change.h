// A setting of the open project that changed for the runs to come, while its file still has another value.
#pragma once

#include "views/common/message_bar.h"

namespace stepscope {

// Says so, with a button that writes it to the project file. key, value: as in the file. say: shows a message.
Message changedForThisSession(const QString& what, const QString& file, const QString& key, const QString& value,
                              const std::function<void(const Message&)>& say);

}  // namespace stepscope
