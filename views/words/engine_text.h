// Translates texts of the code below the views, which does not use Qt: errors, notes, help, sentences of the advisor. Names and numbers in them stay.
// A plain name (a run, a layer, a file) is not such a text: use text() of text.h.
#pragma once

#include <QString>
#include <QStringList>
#include <string>
#include <string_view>

#include <QCoreApplication>
#include <exception>

#include "core/base/error.h"

namespace stepscope {

inline QString engineText(const std::string& utf8) {
  return utf8.empty() ? QString() : QCoreApplication::translate("engine", utf8.c_str());
}
inline QString engineText(std::string_view utf8) {
  return engineText(std::string(utf8));
}
inline QString engineText(const char* utf8) {
  return engineText(std::string(utf8));
}

// A list whose parts are translated separately: "CPU, 2 threads, best of step 64".
inline QString engineList(const std::string& utf8) {
  QStringList parts = QString::fromStdString(utf8).split(QStringLiteral(", "));
  for (QString& part : parts) part = engineText(part.toStdString());
  return parts.join(QCoreApplication::translate("stepscope", ", "));
}

inline QString fullStop() {
  return QCoreApplication::translate("stepscope", ".");
}

// Between two sentences; Chinese needs none.
inline QString blankAfterStop() {
  return fullStop().front().unicode() >= 0x3000 ? QString() : QStringLiteral(" ");
}

// A clause of the engine as a sentence: "the file is empty" -> "The file is empty."
inline QString asSentence(QString clause) {
  clause = clause.trimmed();
  if (clause.isEmpty()) return clause;
  clause[0] = clause[0].toUpper();
  const QString ends = QStringLiteral(".?!") + QChar(0x3002) + QChar(0xFF1F) + QChar(0xFF01);
  return ends.contains(clause.back()) ? clause : clause + fullStop();
}

// "where: what. Cure."; for other exceptions their text.
inline QString engineText(const std::exception& problem) {
  const auto* error = dynamic_cast<const Error*>(&problem);
  if (!error) return engineText(problem.what());
  const auto ended = [](const QString& clause) { return clause.endsWith(QLatin1Char('?')) ? clause : clause + fullStop(); };
  QString text = error->where().empty() ? QString() : QString::fromStdString(error->where()) + QStringLiteral(": ");
  if (error->cure().empty()) return text + ended(engineText(error->happened()));
  return text + engineText(error->happened()) + fullStop() + blankAfterStop() + ended(engineText(error->cure()));
}

}  // namespace stepscope
