// The models of the zoo as rows of a test. STEPSCOPE_ZOO_PART=2/4: only the second quarter of them, so that CTest entries share the work.
#pragma once

#include <string>

#include "core/base/error.h"
#include "core/models/model.h"

#include <QtTest>

namespace stepscope::test {

// Column "name"; no row for a part that there is not.
inline void addZooRows() {
  QTest::addColumn<QString>("name");
  const QList<QByteArray> part = qgetenv("STEPSCOPE_ZOO_PART").split('/');
  const std::size_t parts = part.size() == 2 ? part[1].toUInt() : 1, number = part.size() == 2 ? part[0].toUInt() - 1 : 0;
  const auto& zoo = modelZoo();
  QVERIFY(number < parts && parts <= zoo.size());
  for (std::size_t i = number; i < zoo.size(); i += parts) QTest::newRow(zoo[i].name.c_str()) << QString::fromStdString(zoo[i].name);
}

inline const ZooEntry& zooEntry(const QString& name) {
  for (const ZooEntry& entry : modelZoo())
    if (entry.name == name.toStdString()) return entry;
  throw Error(ErrorKind::Internal, name.toStdString(), "is no model of the zoo");
}

}  // namespace stepscope::test
