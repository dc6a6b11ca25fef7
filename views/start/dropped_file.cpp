#include "views/start/dropped_file.h"

#include <QFileInfo>

namespace stepscope {

DroppedFile droppedFile(const QString& path) {
  const QFileInfo info(path);
  if (info.isDir()) return QFileInfo::exists(path + QStringLiteral("/project.toml")) ? DroppedFile::Project : DroppedFile::Data;
  QString name = info.fileName().toLower();
  if (name.endsWith(QLatin1String(".gz"))) name.chop(3);
  const auto is = [&](std::initializer_list<const char*> extensions) {
    for (const char* extension : extensions)
      if (name.endsWith(QLatin1String(extension))) return true;
    return false;
  };
  if (is({".toml"})) return DroppedFile::Project;
  if (is({".onnx"})) return DroppedFile::Network;
  if (is({".csv", ".tsv", ".tab", ".data", ".txt", ".md", ".rst", ".tex", ".jpg", ".jpeg", ".png", ".xlsx", ".parquet", ".zip", ".tar", ".tgz"}))
    return DroppedFile::Data;
  return DroppedFile::Trace;
}

}  // namespace stepscope
