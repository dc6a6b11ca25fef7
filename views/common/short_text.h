// Long sentences in a panel: what is said first stays, the rest is for the tool tip.
#pragma once

#include <QString>

namespace stepscope {

inline constexpr int kPanelCharacters = 120;  // the most a text of a panel has

// As many whole sentences as fit `most` characters; of a first one that is longer, its clauses up to there with an ellipsis. A text that fits
// is returned as it is.
QString shortened(const QString& text, int most = kPanelCharacters);

}  // namespace stepscope
