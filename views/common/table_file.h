// Writes a table to a file, for the command "Save Table as CSV...". A table is a text as for "Copy as Table": lines of tab-separated cells, of which
// the first line is the heading.
#pragma once

#include <QString>

class QMenu;
class QWidget;

namespace stepscope {

// The table as CSV (RFC 4180): lines end with CR LF; cells with a comma, a quote or a carriage return are quoted.
QString csvOf(const QString& table);
// Writes the file completely or not at all; returns the system's error, empty if there is none.
QString saveCsv(const QString& table, const QString& path);
// Asks for a name, writes, and reports the result in the message bar nearest to `near`.
void saveTableAs(QWidget* near, const QString& table, const QString& name);
// Reports that a file was written, or `error`, in the message bar nearest to `near`. Without a bar, a message box shows an error.
void tellSaved(QWidget* near, const QString& what, const QString& path, const QString& error);

}  // namespace stepscope
