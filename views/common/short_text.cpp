#include "views/common/short_text.h"

#include <algorithm>

namespace stepscope {

QString shortened(const QString& text, int most) {
  if (text.size() <= most) return text;
  const QChar ellipsis(0x2026);
  // Before `end`: the last place where one of these is followed by a blank, or one of Chinese. A point within a figure ends no sentence.
  const auto lastBreak = [&](QStringView marks, qsizetype end) -> qsizetype {
    for (qsizetype at = std::min(end, text.size()) - 1; at > 0; --at)
      if (marks.contains(text[at]) && at + 1 < text.size() && (text[at].unicode() >= 0x3000 || text[at + 1].isSpace())) return at;
    return -1;
  };
  if (const qsizetype at = lastBreak(u".?!\u3002\uFF1F\uFF01", most); at > 0) return text.left(at + 1);
  if (const qsizetype at = lastBreak(u",;:\uFF0C\uFF1B\uFF1A", most - 1); at > most / 3) return text.left(at) + ellipsis;
  const qsizetype blank = text.lastIndexOf(QLatin1Char(' '), most - 2);
  return text.left(blank > most / 3 ? blank : most - 1) + ellipsis;
}

QString inLines(const QStringList& facts, const QString& between) {
  QStringList lines;
  for (const QString& fact : facts) {
    if (lines.isEmpty() || lines.back().size() + between.size() + fact.size() > kPanelCharacters) lines << fact;
    else lines.back() += between + fact;
  }
  return lines.join(QLatin1Char('\n'));
}

}  // namespace stepscope
