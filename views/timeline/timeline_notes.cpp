#include "views/timeline/timeline_notes.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <algorithm>

#include "core/base/error.h"

namespace stepscope {
namespace {

const QLatin1String kFormat("stepscope-notes");
constexpr qint64 kMostBytes = 16 << 20;

}  // namespace

std::vector<TimelineNote> loadNotes(const QString& path) {
  std::vector<TimelineNote> notes;
  QFile file(path);
  if (path.isEmpty() || !file.exists()) return notes;
  const std::string where = path.toStdString();
  if (!file.open(QIODevice::ReadOnly))
    throw Error(ErrorKind::Input, where, "the notes of this trace cannot be read: " + file.errorString().toStdString(),
                "Check the permissions of the file");
  if (file.size() > kMostBytes) throw Error(ErrorKind::Input, where, "the file of notes is larger than 16 MiB", "Move it away and reopen");
  const QJsonDocument document = QJsonDocument::fromJson(file.readAll());
  if (!document.isObject() || document[QLatin1String("format")].toString() != kFormat)
    throw Error(ErrorKind::Input, where, "this is not a file of notes, or it is damaged", "Move it away; new notes make a new one");
  for (const QJsonValue value : document[QLatin1String("notes")].toArray()) {
    // A decimal text, since a JSON number holds no more than 2^53 ns exactly.
    bool ok = false;
    const std::int64_t time = value[QLatin1String("time_ns")].toString().toLongLong(&ok);
    if (ok) notes.push_back({time, value[QLatin1String("text")].toString()});
  }
  std::stable_sort(notes.begin(), notes.end(), [](const TimelineNote& a, const TimelineNote& b) { return a.time < b.time; });
  return notes;
}

void saveNotes(const std::vector<TimelineNote>& notes, const QString& path) {
  const auto fail = [&](const QString& reason) {
    throw Error(ErrorKind::Resource, path.toStdString(), "the notes cannot be written: " + reason.toStdString(),
                "Make the folder writable, or copy the trace to one that is; until then the notes last as long as the window");
  };
  if (notes.empty()) {
    if (QFile::exists(path) && !QFile::remove(path)) fail(QCoreApplication::translate("stepscope", "the file cannot be removed"));
    return;
  }
  QJsonArray list;
  for (const TimelineNote& note : notes)
    list.append(QJsonObject{{QStringLiteral("time_ns"), QString::number(note.time)}, {QStringLiteral("text"), note.text}});
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly)) fail(file.errorString());
  file.write(QJsonDocument(QJsonObject{{QStringLiteral("format"), QString(kFormat)}, {QStringLiteral("notes"), list}}).toJson());
  if (!file.commit()) fail(file.errorString());
}

}  // namespace stepscope
