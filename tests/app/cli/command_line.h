// Runs stepscope-cli, or another program, as a process of its own and keeps what it said. environment: "NAME=value", besides this process's.
#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

namespace stepscope::test {

struct Said {
  int exitCode = -1;
  QByteArray out, err;
  // The objects of standard output, one a line; empty when a line is no JSON object.
  QList<QJsonObject> lines() const {
    QList<QJsonObject> objects;
    for (const QByteArray& line : out.split('\n')) {
      if (line.isEmpty()) continue;
      const QJsonDocument document = QJsonDocument::fromJson(line);
      if (!document.isObject()) return {};
      objects.append(document.object());
    }
    return objects;
  }
};

inline Said cli(const QStringList& arguments, const QString& directory = {}, const QStringList& environment = {},
                const QString& program = STEPSCOPE_CLI) {
  QProcess process;
  // As a user starts it: the program chooses by itself how its threads wait.
  QStringList all = QProcess::systemEnvironment();
  all.removeIf([](const QString& entry) { return entry.startsWith("GOMP_SPINCOUNT="); });
  process.setEnvironment(all + environment);
  if (!directory.isEmpty()) process.setWorkingDirectory(directory);
  process.start(program, arguments);
  Said said;
  if (!process.waitForFinished(240'000)) {
    process.kill();
    process.waitForFinished();
    said.err = "timed out";
    return said;
  }
  said.exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
  said.out = process.readAllStandardOutput();
  said.err = process.readAllStandardError();
  return said;
}

// Writes project.toml into the folder and returns its path.
inline QString writeProject(const QTemporaryDir& folder, const QByteArray& text) {
  const QString path = folder.filePath("project.toml");
  QFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return {};
  file.write(text);
  return path;
}

inline const QByteArray kSmallProject = R"([project]
name = "small"
[data]
kind = "synthetic"
count = 320
image_size = 12
classes = 5
[model]
name = "mlp"
hidden = [48, 24]
[train]
epochs = 2
[train.optimizer]
name = "sgd"
learning_rate = 0.05
momentum = 0.9
[train.capture]
step = 3
[switches]
batch_size = 32
num_workers = 1
)";

inline void requireFields(const QJsonObject& object, const QStringList& fields) {
  for (const QString& field : fields)
    QVERIFY2(object.contains(field), qPrintable(field + " is missing in " + QJsonDocument(object).toJson(QJsonDocument::Compact)));
}

}  // namespace stepscope::test
