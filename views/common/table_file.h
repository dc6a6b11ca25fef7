// Writes a table as a file, for "Save Table as CSV..." of all tables. A table is lines of tab-separated cells, the first line is the heading, as in
// "Copy as Table".
#pragma once

#include <QString>

class QMenu;
class QWidget;

namespace stepscope {

// RFC 4180: cells with a comma, a quote or a carriage return are quoted.
QString csvOf(const QString& table);
// Writes the file completely or not at all; returns the system's error, empty if there is none.
QString saveCsv(const QString& table, const QString& path);
// Asks for a name, writes, and reports the result in the message bar nearest to `near`.
void saveTableAs(QWidget* near, const QString& table, const QString& name);
// Reports that a file was written, or why not; without a message bar nearby in a message box.
void tellSaved(QWidget* near, const QString& what, const QString& path, const QString& error);

}  // namespace stepscope
