// Long sentences in a panel: what is said first stays, the rest is for the tool tip.
#pragma once

#include <QString>
#include <QStringList>

namespace stepscope {

inline constexpr int kPanelCharacters = 120;  // the most a text of a panel has

// As many whole sentences as fit `most` characters; of a first one that is longer, its clauses up to there with an ellipsis. A text that fits
// is returned as it is.
QString shortened(const QString& text, int most = kPanelCharacters);

// Facts with `between` between two of them, a new line wherever one would get longer than a panel's text.
QString inLines(const QStringList& facts, const QString& between);

}  // namespace stepscope
