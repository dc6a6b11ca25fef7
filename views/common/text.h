// Text between the engine (UTF-8 in std::string) and the widgets, and translation where no class of Qt's is at hand.
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

// Long sentences in a panel: what is said first stays, the rest is for the tool tip.
inline constexpr int kPanelCharacters = 120;  // the most a text of a panel has

// As many whole sentences as fit `most` characters; of a first one that is longer, its clauses up to there with an ellipsis. A text that fits
// is returned as it is.
QString shortened(const QString& text, int most = kPanelCharacters);

// Facts with `between` between two of them, a new line wherever one would get longer than a panel's text.
QString inLines(const QStringList& facts, const QString& between);

// Names that strangers gave to series, runs and groups, as they are shown within a line of the window: one line of a bounded length, in which
// no control character breaks the layout and no script changes the order of the numbers beside it (Unicode Standard Annex 9, isolates).
inline constexpr int kNameCharacters = 120;

// Newlines and other controls as blanks, marks that turn the direction left out, no more than six marks on a letter; what is longer than
// `most` ends with an ellipsis, between two characters as a reader counts them. A name of blanks alone is "(unnamed)".
QString cleanName(const QString& name, int most = kNameCharacters);

// Between U+2068 and U+2069 where it is written from the right, or has a part that is; any other as it is.
QString isolated(const QString& name);

QString shownName(const QString& name);                                // isolated(cleanName(name))
QString shownName(const QString& name, const QFont& font, int width);  // the same with an ellipsis where it is wider than `width` px

}  // namespace stepscope
