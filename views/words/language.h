// The language of the window. English stands in the sources; others are files of Qt Linguist in resources/translations, which
// texts.py keeps up to date and which are part of the program.
#pragma once

#include <QString>

class QCoreApplication;

namespace stepscope {

enum class Language { System, English, Chinese };

QString nameOf(Language language);               // "system", "en", "zh_CN": what settings and the command line say
Language languageFromName(const QString& name);  // System for any other text
bool hasChineseFont();                           // without one Chinese would be boxes

// Takes the texts of the language from here on, Qt's own too where the distribution's translations are installed; for the whole run of the
// program, before its first window. System: what the desktop is set to, if it can be shown. True if the texts are not English.
bool applyLanguage(QCoreApplication& application, Language language);

// What stands in the sources for a text of the window in another language, by which an English search finds it too; empty where it is
// English.
QString englishOf(const QString& shown);

}  // namespace stepscope
