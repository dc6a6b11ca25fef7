// Prints a page of HTML as PDF. This program cannot lay out text: the desktop program beside it does, without a display.
#pragma once

#include <string>

namespace stepscope::cli {

// Throws Error (Resource): the desktop program is missing, or the file cannot be written; an older file is then kept.
void printPdf(const std::string& html, const std::string& file);

}  // namespace stepscope::cli
