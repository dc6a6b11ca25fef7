
#include <QCoreApplication>
#include <QFontDatabase>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include "core/words/language.h"
#include "core/words/words.h"
#include "views/words/language.h"
#include "views/words/translations.h"

namespace stepscope {
namespace {

const Translations* translationsInUse() {
  for (const QObject* child : QCoreApplication::instance()->children())
    if (const auto* words = dynamic_cast<const Translations*>(child)) return words;
  return nullptr;
}

}  // namespace

QString nameOf(Language language) {
  switch (language) {
    case Language::English: return QStringLiteral("en");
    case Language::Chinese: return QStringLiteral("zh_CN");
    case Language::System: break;
  }
  return QStringLiteral("system");
}

Language languageFromName(const QString& name) {
  for (const Language language : {Language::English, Language::Chinese})
    if (nameOf(language) == name) return language;
  return Language::System;
}

bool hasChineseFont() {
  return !QFontDatabase::families(QFontDatabase::SimplifiedChinese).isEmpty();
}

bool applyLanguage(QCoreApplication& application, Language language) {
  if (language == Language::System) {
    const QLocale system = QLocale::system();
    const bool chinese = system.language() == QLocale::Chinese && system.script() != QLocale::TraditionalChineseScript;
    language = chinese && hasChineseFont() ? Language::Chinese : Language::English;
  }
  if (language != Language::Chinese) return false;
  auto* own = new QTranslator(&application);
  const bool found = own->load(QStringLiteral("qtbase_zh_CN"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
  if (found) application.installTranslator(own);
  application.installTranslator(new Translations(catalogueOf(TextLanguage::Chinese), !found, &application));
  return true;
}

QString englishOf(const QString& shown) {
  const Translations* words = translationsInUse();
  return words ? words->sourcesOf(shown).join(QLatin1Char(' ')) : QString();
}

Words windowWords() {
  return Words(translationsInUse() ? TextLanguage::Chinese : TextLanguage::English);
}

}  // namespace stepscope
