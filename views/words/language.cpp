
#include <QCoreApplication>
#include <QFontDatabase>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include "views/words/language.h"
#include "views/words/translations.h"

namespace stepscope {

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
  application.installTranslator(new Translations(QStringLiteral(":/translations/stepscope_zh_CN.ts"), !found, &application));
  return true;
}

QString englishOf(const QString& shown) {
  for (const QObject* child : QCoreApplication::instance()->children())
    if (const auto* words = dynamic_cast<const Translations*>(child)) return words->sourcesOf(shown).join(QLatin1Char(' '));
  return {};
}

}  // namespace stepscope
