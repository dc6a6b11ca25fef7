// The kind of a file that was dropped or given on the command line, by its name: used by the start page, the window and the program.
#pragma once

#include <QList>
#include <QString>
#include <QUrl>

namespace stepscope {

enum class DroppedFile { Project, Trace, Data, Network };

// A folder with a project.toml and a .toml file are projects; other folders, tables and texts are data; .onnx is a network; the rest is a trace,
// whose importers check the first bytes.
DroppedFile droppedFile(const QString& path);

// JPEG and PNG files, by their names.
bool isPicture(const QString& path);

// The entry to open: several traces together (views/common/file_entry.h); else the first file. Empty: no local file.
QString droppedEntry(const QList<QUrl>& urls);

}  // namespace stepscope
