// A report's page as PDF: A4, vector charts, page numbers. Needs a QGuiApplication; offscreen will do.
#pragma once

#include <QString>
#include <string>

namespace stepscope {

// html: a page of core/report. Written under a temporary name and renamed. Throws Error (Resource) when the disk refuses.
void writePdf(const std::string& html, const QString& path);

}  // namespace stepscope
