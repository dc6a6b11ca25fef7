// Writes a file either completely or not at all: a temporary file beside it is written, flushed to the disk and renamed. The old file stays until
// then. A link stays: its target is written. A device gets the text directly.
#pragma once

#include <string>
#include <string_view>

namespace stepscope {

// Throws Error naming the file: Resource if the disk refuses, Input if the folder does not exist. The temporary file is removed then.
void writeWhole(std::string_view text, const std::string& file);
// The last steps for a file that was written in another way and closed: `temporary` is flushed and becomes `file`. Throws as above, and removes it.
void putInPlace(const std::string& temporary, const std::string& file);
// The name of a temporary file beside `file`, unique to this process.
std::string nameBeside(const std::string& file);

}  // namespace stepscope
