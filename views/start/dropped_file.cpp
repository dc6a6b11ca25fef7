#include "views/start/dropped_file.h"

#include <QFileInfo>
#include <algorithm>

#include "views/common/file_entry.h"

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

bool isPicture(const QString& path) {
  const QString ending = QFileInfo(path).suffix().toLower();
  return ending == QLatin1String("jpg") || ending == QLatin1String("jpeg") || ending == QLatin1String("png");
}

QString droppedEntry(const QList<QUrl>& urls) {
  QStringList files;
  for (const QUrl& url : urls)
    if (url.isLocalFile()) files << url.toLocalFile();
  const bool traces = std::all_of(files.begin(), files.end(), [](const QString& file) { return droppedFile(file) == DroppedFile::Trace; });
  return traces ? entryOf(files) : files.value(0);
}

}  // namespace stepscope
