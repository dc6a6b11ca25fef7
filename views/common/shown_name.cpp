#include "views/common/shown_name.h"

#include <QFontMetrics>
#include <QTextBoundaryFinder>
#include <algorithm>

#include "views/common/text.h"

namespace stepscope {

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
  // Of a name of megabytes only the beginning is looked at: more would not be shown.
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
