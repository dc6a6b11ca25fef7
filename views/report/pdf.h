// A report's page as PDF: A4, vector charts, page numbers. Needs a QGuiApplication; the offscreen platform is enough.
#pragma once

#include <QByteArray>
#include <QString>
#include <string>

namespace stepscope {

// html: a page of core/report. Throws Error (Resource) if it cannot be drawn completely.
QByteArray pdfOf(const std::string& html);
// Writes the PDF to a file, completely or not at all. Throws Error: Resource if the disk refuses, Input if the folder does not exist.
void writePdf(const std::string& html, const QString& path);

}  // namespace stepscope
