// Converts texts of the engine (UTF-8 in std::string) for widgets, translates texts where no class has a tr() of its own, and shortens and cleans
// texts for the window.
#pragma once

#include <string_view>

#include <QCoreApplication>
#include <QFont>
#include <QString>
#include <QStringList>

namespace stepscope {

inline QString text(std::string_view utf8) {
  return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

inline QString tr(const char* source) {
  return QCoreApplication::translate("stepscope", source);
}

// A panel shows only the first sentences of a long text; the tooltip shows all of it.
inline constexpr int kPanelCharacters = 120;  // the maximum length of a text in a panel

// As many whole sentences as fit in `most` characters; if the first one is longer, its first clauses and an ellipsis. A text that fits is returned
// unchanged.
QString shortened(const QString& text, int most = kPanelCharacters);

// The facts joined with `between`, or with a line break where a line would be longer than kPanelCharacters.
QString inLines(const QStringList& facts, const QString& between);

// Names of series, runs and groups may come from other people. The functions below prepare them for one line of the window: the length is limited, no
// control character breaks the layout, and no script changes the order of the numbers beside it (Unicode Standard Annex 9, isolates).
inline constexpr int kNameCharacters = 120;

// Newlines and other controls become blanks, direction marks are removed, at most six combining marks stay on a letter; a text longer than `most`
// ends with an ellipsis after a complete character. A name of only blanks is "(unnamed)".
QString cleanName(const QString& name, int most = kNameCharacters);

// The name between U+2068 and U+2069 if it contains right-to-left text, else unchanged.
QString isolated(const QString& name);

QString shownName(const QString& name);                                // isolated(cleanName(name))
QString shownName(const QString& name, const QFont& font, int width);  // the same, elided if it is wider than `width` px

}  // namespace stepscope
