// Writes a file either completely or not at all: a temporary file beside it is written, flushed to the disk and renamed. The old file stays until
// then. Of a symbolic link the target is written. A device gets the text directly.
#pragma once

#include <string>
#include <string_view>

namespace stepscope {

// Throws Error with the name of the file: Input if the path does not exist or is a folder, Resource for any other failure, such as a full disk or
// missing permissions. The temporary file is then removed.
void writeWhole(std::string_view text, const std::string& file);
// The last steps for a file that was written in another way and closed: `temporary` is flushed and becomes `file`. Throws as above, and removes it.
void putInPlace(const std::string& temporary, const std::string& file);
// The name of a temporary file beside `file`, unique to this process.
std::string nameBeside(const std::string& file);

}  // namespace stepscope
