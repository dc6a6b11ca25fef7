// The kind of a file that was dropped or given on the command line. It depends on the name only, except for folders.
#pragma once

#include <QList>
#include <QString>
#include <QUrl>

namespace stepscope {

enum class DroppedFile { Project, Trace, Data, Network };

// A .toml file, and a folder with a project.toml, are projects. Other folders, and files with an ending of tables, texts, pictures or archives, are
// data. .onnx is a network. Every other file is taken as a trace; the importers of traces check its first bytes.
DroppedFile droppedFile(const QString& path);

// Whether the name ends in .jpg, .jpeg or .png.
bool isPicture(const QString& path);

// The entry to open (views/common/file_entry.h): all files if they are traces, which are opened together; else the first file. Empty: no local file.
QString droppedEntry(const QList<QUrl>& urls);

}  // namespace stepscope
