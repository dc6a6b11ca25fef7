// A report's page as PDF: A4, vector charts, page numbers. Needs a QGuiApplication; offscreen will do.
#pragma once

#include <QByteArray>
#include <QString>
#include <string>

namespace stepscope {

// html: a page of core/report. Throws Error (Resource) when it cannot be drawn whole.
QByteArray pdfOf(const std::string& html);
// The same into a file, which is there whole or not at all. Throws Error: Resource when the disk refuses, Input where its folder is not there.
void writePdf(const std::string& html, const QString& path);

}  // namespace stepscope
