#include "app/desktop/example_project.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

namespace stepscope {

QString exampleProject() {
  const QDir program(QCoreApplication::applicationDirPath());
  for (const QString& folder : {QStringLiteral(STEPSCOPE_EXAMPLES), program.filePath(QStringLiteral("../share/stepscope/examples"))}) {
    const QString file = QDir(folder).filePath(QStringLiteral("shapes/project.toml"));
    if (!QFileInfo::exists(file)) continue;
    if (QFileInfo(QFileInfo(file).path()).isWritable()) return QDir::cleanPath(file);
    // If the example was installed for all users, its folder is not writable. A copy in a folder of the user can then store runs and data.
    const QDir own(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/examples/shapes"));
    const QString copy = own.filePath(QStringLiteral("project.toml"));
    if (QFileInfo::exists(copy) || (own.mkpath(QStringLiteral(".")) && QFile::copy(file, copy))) return copy;
  }
  return {};
}

}  // namespace stepscope
