// The language of the window. The texts in the code are English; other languages are files of Qt Linguist in resources/translations, which texts.py
// updates and which are part of the program.
#pragma once

#include <QString>

class QCoreApplication;

namespace stepscope {

class Words;

enum class Language { System, English, Chinese };

QString nameOf(Language language);               // "system", "en", "zh_CN": used in settings and on the command line
Language languageFromName(const QString& name);  // System for any other text
bool hasChineseFont();                           // without one Chinese would be shown as boxes

// Uses the texts of the language from now on, including Qt's own if the system's translations are installed; call it once, before the first window.
// System: the language of the desktop, if it can be shown. True if the texts are not English.
bool applyLanguage(QCoreApplication& application, Language language);

// The English source of a text of the window in another language, so that an English search finds it too; empty if the language is
// English.
QString englishOf(const QString& shown);

// The language of the window for texts that the engine writes: reports, and comments in new projects. Call it on the GUI thread; any thread may keep
// the value.
Words windowWords();

}  // namespace stepscope
