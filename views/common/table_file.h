// A table of text as a file: what every table's "Save Table as CSV..." writes. A table is lines of cells parted by tabs, the first line its
// heading, as "Copy as Table" puts it on the clipboard.
#pragma once

#include <QString>

class QMenu;
class QWidget;

namespace stepscope {

// RFC 4180: cells with a comma, a quote or a carriage return are quoted.
QString csvOf(const QString& table);
// Writes the file whole or not at all; the error that the system gives, empty when it is written.
QString saveCsv(const QString& table, const QString& path);
// Asks for a name, writes, and says in the message bar nearest to `near` how that went.
void saveTableAs(QWidget* near, const QString& table, const QString& name);
// Says that a file was written, or why not; with no message bar around in a box of its own.
void tellSaved(QWidget* near, const QString& what, const QString& path, const QString& error);

}  // namespace stepscope
