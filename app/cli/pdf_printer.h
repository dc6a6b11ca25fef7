// Converts a page of HTML to PDF. This program cannot lay out text, so it runs the desktop program for that, which then needs no display.
#pragma once

#include <string>

namespace stepscope::cli {

// Writes `file`. Throws Error (Resource) if the desktop program is missing, or if the file cannot be written; an older file is then kept.
void printPdf(const std::string& html, const std::string& file);

}  // namespace stepscope::cli
