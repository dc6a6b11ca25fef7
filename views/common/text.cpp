#include "views/common/text.h"

#include <algorithm>

#include <QFontMetrics>
#include <QTextBoundaryFinder>

namespace stepscope {

QString shortened(const QString& text, int most) {
  if (text.size() <= most) return text;
  const QChar ellipsis(0x2026);
  // The last position before `end` at which a sentence or clause ends with one of `marks`: a blank follows (not so inside a number), or the mark is a
  // Chinese one. -1: there is none.
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

namespace {

constexpr int kMarksOnALetter = 6;

bool turnsDirection(char32_t c) {
  return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

bool isMark(char32_t c) {
  const QChar::Category category = QChar::category(c);
  return category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing;
}

bool isBlank(char32_t c) {
  const QChar::Category category = QChar::category(c);
  return category == QChar::Other_Control || category == QChar::Separator_Line || category == QChar::Separator_Paragraph || QChar::isSpace(c);
}

}  // namespace

QString cleanName(const QString& name, int most) {
  // Only the beginning of a very long name is processed, because the rest is never shown.
  const qsizetype looked = static_cast<qsizetype>(most) * 16;
  const QList<uint> letters = name.left(looked).toUcs4();
  const QString more = name.size() > looked ? QString(QChar(0x2026)) : QString();
  QString line;
  int marks = 0;
  for (const uint letter : letters) {
    const auto c = static_cast<char32_t>(letter);
    marks = isMark(c) ? marks + 1 : 0;
    if (turnsDirection(c) || marks > kMarksOnALetter) continue;
    if (isBlank(c)) line += QLatin1Char(' ');
    else line += QStringView(QChar::fromUcs4(c));
  }
  line = line.simplified();
  if (line.isEmpty()) return tr("(unnamed)");
  QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, line);
  qsizetype end = 0;
  for (int shown = 0; shown < most - 1; ++shown) {
    const qsizetype next = finder.toNextBoundary();
    if (next < 0) return line + more;
    end = next;
  }
  const qsizetype last = finder.toNextBoundary();
  if (last < 0 || last >= line.size()) return line + more;
  return line.left(end) + QChar(0x2026);
}

QString isolated(const QString& name) {
  const QList<uint> letters = name.toUcs4();
  const bool turned = std::any_of(letters.begin(), letters.end(), [](uint c) {
    const QChar::Direction direction = QChar::direction(static_cast<char32_t>(c));
    return direction == QChar::DirR || direction == QChar::DirAL || direction == QChar::DirAN;
  });
  return turned ? QChar(0x2068) + name + QChar(0x2069) : name;
}

QString shownName(const QString& name) {
  return isolated(cleanName(name));
}

QString shownName(const QString& name, const QFont& font, int width) {
  return isolated(QFontMetrics(font).elidedText(cleanName(name), Qt::ElideRight, width));
}

}  // namespace stepscope
