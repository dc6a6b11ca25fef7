#include "views/words/translations.h"

#include <QByteArrayView>
#include <QStringList>

namespace stepscope {

QString Translations::translate(const char* context, const char* source, const char*, int) const {
  const QByteArrayView of(context);
  std::optional<std::string> found;
  if (of == "engine") found = catalogue_->engine(source);
  else if (forQt_ || of == "QObject" || of.startsWith("stepscope")) found = catalogue_->window(source);
  return found ? QString::fromStdString(*found) : QString();
}

QStringList Translations::sourcesOf(const QString& shown) const {
  QStringList sources;
  for (const std::string& source : catalogue_->sourcesOf(shown.toStdString())) sources << QString::fromStdString(source);
  return sources;
}

}  // namespace stepscope
