// Names that strangers gave to series, runs and groups, as they are shown within a line of the window: one line of a bounded length, in which
// no control character breaks the layout and no script changes the order of the numbers beside it (Unicode Standard Annex 9, isolates).
#pragma once

#include <QFont>
#include <QString>

namespace stepscope {

inline constexpr int kNameCharacters = 120;

// Newlines and other controls as blanks, marks that turn the direction left out, no more than six marks on a letter; what is longer than
// `most` ends with an ellipsis, between two characters as a reader counts them. A name of blanks alone is "(unnamed)".
QString cleanName(const QString& name, int most = kNameCharacters);

// Between U+2068 and U+2069 where it is written from the right, or has a part that is; any other as it is.
QString isolated(const QString& name);

QString shownName(const QString& name);                                // isolated(cleanName(name))
QString shownName(const QString& name, const QFont& font, int width);  // the same with an ellipsis where it is wider than `width` px

}  // namespace stepscope
