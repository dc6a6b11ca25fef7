// Converts the page of a report to PDF: A4, with charts as vectors and page numbers. Needs a QGuiApplication; the offscreen platform is sufficient.
#pragma once

#include <QByteArray>
#include <QString>
#include <string>

namespace stepscope {

// The bytes of the PDF. `html` must be a page of core/report. Throws Error (Resource) if it cannot be drawn completely.
QByteArray pdfOf(const std::string& html);
// Writes the PDF to a file, completely or not at all. Throws Error: Resource for a disk error, Input if the folder does not exist.
void writePdf(const std::string& html, const QString& path);

}  // namespace stepscope
