// What somebody dropped or named on the command line, by its name: the start page, the window and the program ask the same.
#pragma once

#include <QList>
#include <QString>
#include <QUrl>

namespace stepscope {

enum class DroppedFile { Project, Trace, Data, Network };

// A folder with a project.toml and a .toml are a project; other folders, tables and texts are data; .onnx is a network; the rest is a trace,
// whose importers look at the first bytes.
DroppedFile droppedFile(const QString& path);

// What to open of these: several traces together, as one entry (views/common/file_entry.h); else the first file. Empty: no local file.
QString droppedEntry(const QList<QUrl>& urls);

}  // namespace stepscope
