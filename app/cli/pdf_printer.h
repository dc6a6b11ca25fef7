// A page of HTML as PDF. This program has no way to lay out text: the desktop program beside it does that, without a display.
#pragma once

#include <string>

namespace stepscope::cli {

// Throws Error (Resource): the desktop program is not there, or the file cannot be written; what stood there is left then.
void printPdf(const std::string& html, const std::string& file);

}  // namespace stepscope::cli
