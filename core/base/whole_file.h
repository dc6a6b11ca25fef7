// A file that is there whole or not at all: written beside its place, flushed to the disk, and renamed. What stood there before stays until then.
// Through a link what it leads to is written; a device takes the text as it is.
#pragma once

#include <string>
#include <string_view>

namespace stepscope {

// Throws Error naming the file: Resource where the disk refuses, Input where its folder is not there. Nothing of the new one is left then.
void writeWhole(std::string_view text, const std::string& file);
// The last steps for one that was written by other means and closed: `temporary` is flushed and becomes `file`. Throws as above, and removes it.
void putInPlace(const std::string& temporary, const std::string& file);
// Beside the file, of this process alone.
std::string nameBeside(const std::string& file);

}  // namespace stepscope
