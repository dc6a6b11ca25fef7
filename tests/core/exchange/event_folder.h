// Event files written by hand, for tests.
#pragma once

#include <QDir>
#include <QFile>
#include <QString>
#include <QtTest>
#include <string>
#include <vector>

#include "core/exchange/event.h"
#include "core/exchange/record_file.h"

namespace stepscope {

inline std::string framed(const std::vector<std::string>& records) {
  std::string out;
  for (const std::string& record : records) appendRecord(out, record);
  return out;
}

inline void writeBytes(const QString& path, const std::string& bytes, QIODevice::OpenMode mode = QIODevice::WriteOnly) {
  QDir().mkpath(QFileInfo(path).path());
  QFile file(path);
  QVERIFY2(file.open(mode), qPrintable(path));
  QCOMPARE(file.write(bytes.data(), static_cast<qint64>(bytes.size())), static_cast<qint64>(bytes.size()));
}

}  // namespace stepscope
