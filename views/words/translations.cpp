#include "views/words/translations.h"

#include <QFile>
#include <QRegularExpression>
#include <QXmlStreamReader>
#include <algorithm>

namespace stepscope {

namespace {

constexpr qsizetype kSure = 8;             // letters in a pattern with which a chance match is unlikely
constexpr qsizetype kSureInHole = 6;       // texts in a placeholder are shorter
constexpr qsizetype kMostKnown = 1 << 12;  // size of the cache; when it is full, all entries are dropped

const QString kHole = QStringLiteral("{}"), kDot = QStringLiteral(" · ");

QString withBraces(QString text) {
  return text.replace(QStringLiteral("{{"), QStringLiteral("{")).replace(QStringLiteral("}}"), QStringLiteral("}"));
}

qsizetype lettersOf(const QString& text) {
  return std::count_if(text.begin(), text.end(), [](QChar c) { return c.isLetter(); });
}

// A blank between a figure and its unit: "12 ms", "1.2 %".
bool beforeUnit(const QString& text, qsizetype blank) {
  static const QRegularExpression unit(QStringLiteral(" (%|[nµm]?s|min|h|d|[KMGT]?i?B)(?![A-Za-z])"));
  return blank > 0 && text[blank - 1].isDigit() &&
         unit.match(text, blank, QRegularExpression::NormalMatch, QRegularExpression::AnchorAtOffsetMatchOption).hasMatch();
}

// The texts in the placeholders; false if the text does not match.
bool match(const QStringList& between, const QString& text, QStringList& holes) {
  if (!text.startsWith(between.front()) || !text.endsWith(between.back())) return false;
  const qsizetype end = text.size() - between.back().size();
  qsizetype at = between.front().size();
  for (qsizetype i = 1; i + 1 < between.size(); ++i) {
    qsizetype next = text.indexOf(between[i], at);
    if (between[i] == QLatin1String(" "))  // two placeholders: a figure with its unit is one
      while (next >= 0 && beforeUnit(text, next)) next = text.indexOf(QLatin1Char(' '), next + 1);
    if (next < 0 || next + between[i].size() > end) return false;
    holes << text.mid(at, next - at);
    at = next + between[i].size();
  }
  if (at > end) return false;
  holes << text.mid(at, end - at);
  return true;
}

// Two words one after the other: then it is not just a name or a figure.
bool isSentence(const QString& text) {
  static const QRegularExpression words(QStringLiteral("[A-Za-z]{2,} [A-Za-z]{2,}"));
  return words.match(text).hasMatch();
}

// "{} of {}" or, in another order, "{1} of {0}".
QString filled(const QString& translation, const QStringList& holes) {
  QString out;
  qsizetype next = 0;
  for (qsizetype i = 0; i < translation.size(); ++i) {
    const QChar c = translation[i];
    if ((c == QLatin1Char('{') || c == QLatin1Char('}')) && i + 1 < translation.size() && translation[i + 1] == c) {
      out += c;
      ++i;
      continue;
    }
    const qsizetype close = c == QLatin1Char('{') ? translation.indexOf(QLatin1Char('}'), i) : -1;
    if (close < 0) {
      out += c;
      continue;
    }
    const QString number = translation.mid(i + 1, close - i - 1);
    out += holes.value(number.isEmpty() ? next++ : number.toInt());
    i = close;
  }
  return out;
}

// "file.toml: the key is not known. Remove it." as its sentences, including the blanks after them.
QStringList sentencesOf(const QString& text) {
  static const QRegularExpression end(QStringLiteral("(?<=[.?!;])\\s+(?=[^a-z0-9]|[a-z].*)|\\n"));
  QStringList parts;
  qsizetype from = 0;
  for (auto it = end.globalMatch(text); it.hasNext();) {
    const QRegularExpressionMatch found = it.next();
    parts << text.mid(from, found.capturedStart() - from);
    from = found.capturedStart();
    if (text[from] == QLatin1Char('\n')) parts.back() += QLatin1Char('\n');
    from = found.capturedEnd();
  }
  parts << text.mid(from);
  return parts;
}

bool endsSentence(const QString& text) {
  return text.endsWith(QChar(0x3002)) || text.endsWith(QChar(0xFF1F)) || text.endsWith(QChar(0xFF1B)) || text.endsWith(QChar(0xFF01));
}

}  // namespace

Translations::Translations(const QString& file, bool forQt, QObject* parent) : QTranslator(parent), forQt_(forQt) {
  read(file);
  std::stable_sort(patterns_.begin(), patterns_.end(), [](const Pattern& a, const Pattern& b) {
    // With as many letters, the text with more fixed parts comes first: "best {} {}" before "best {}".
    return a.letters != b.letters ? a.letters > b.letters : a.between.size() > b.between.size();
  });
}

void Translations::read(const QString& file) {
  QFile source(file);
  if (!source.open(QIODevice::ReadOnly)) return;
  QXmlStreamReader xml(&source);
  QString context, text;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    if (xml.name() == QLatin1String("name")) context = xml.readElementText();
    else if (xml.name() == QLatin1String("source")) text = xml.readElementText();
    else if (xml.name() == QLatin1String("translation")) {
      const QString translation = xml.readElementText();
      if (translation.isEmpty()) continue;
      if (context == QLatin1String("engine-words")) words_.insert(text, translation);
      if (!context.startsWith(QLatin1String("engine"))) {
        window_.insert(text, translation);
      } else if (!text.contains(kHole)) {
        const QString plain = withBraces(text);
        fixed_.insert(plain, withBraces(translation));
        // A title is in lower case inside a sentence.
        if (QString small = plain; small.size() > 1 && small[1].isLower()) {
          small[0] = small[0].toLower();
          if (!fixed_.contains(small)) fixed_.insert(small, withBraces(translation));
        }
      } else {
        Pattern pattern{text.split(kHole), translation, 0};
        for (QString& part : pattern.between) {
          part = withBraces(part);
          pattern.letters += lettersOf(part);
        }
        patterns_ << pattern;
      }
    }
  }
}

QString Translations::translate(const char* context, const char* source, const char*, int) const {
  const QByteArrayView of(context);
  if (of == "engine") {
    const QString text = QString::fromUtf8(source);
    const QMutexLocker lock(&mutex_);
    if (const auto it = known_.constFind(text); it != known_.constEnd()) return *it;
    const QString answer = engine(text);
    if (known_.size() >= kMostKnown) known_.clear();
    known_.insert(text, answer);
    return answer;
  }
  if (!forQt_ && of != "QObject" && !of.startsWith("stepscope")) return {};
  return window_.value(QString::fromUtf8(source));
}

QString Translations::engine(const QString& text) const {
  const QString inner = text.trimmed();
  if (inner.isEmpty()) return {};
  const QString answer = oneSentence(inner);
  if (answer.isNull()) return {};
  const qsizetype at = text.indexOf(inner);
  return text.left(at) + answer + text.mid(at + inner.size());
}

QString Translations::oneSentence(const QString& text) const {
  if (const QString found = whole(text, kSure); !found.isNull()) return found;
  if (const QString found = inParts(text); !found.isNull()) return found;
  return whole(text, 1);
}

QString Translations::whole(const QString& text, qsizetype leastLetters, bool ofSentences) const {
  if (const auto it = fixed_.constFind(text); it != fixed_.constEnd()) return *it;
  for (const Pattern& pattern : patterns_) {
    if (pattern.letters < leastLetters) break;
    QStringList holes;
    if (!match(pattern.between, text, holes)) continue;
    const auto unknown = [&](const QString& hole) { return isSentence(hole) && !fixed_.contains(hole); };
    if (pattern.letters < kSureInHole && std::any_of(holes.begin(), holes.end(), unknown)) continue;
    if (ofSentences && std::any_of(holes.begin(), holes.end(), [](const QString& hole) { return sentencesOf(hole).size() > 1; })) continue;
    for (qsizetype i = 0; i < holes.size(); ++i) {
      const QString& before = pattern.between[i];
      const bool quoted = before.endsWith(QLatin1Char('"')) || before.endsWith(QLatin1Char('\'')) || before.endsWith(QLatin1Char('`'));
      if (!quoted) holes[i] = hole(holes[i]);  // the text in quotes is a name
    }
    return filled(pattern.translation, holes);
  }
  // The caller adds the full stop to a clause.
  if (text.size() > 1 && text.endsWith(QLatin1Char('.')))
    if (const QString found = whole(text.chopped(1), leastLetters, ofSentences); !found.isNull())
      return endsSentence(found) ? found : found + QChar(0x3002);
  return {};
}

QString Translations::inParts(const QString& text) const {
  const QStringList sentences = sentencesOf(text);
  if (sentences.size() > 1) {
    QString out;
    bool any = false;
    for (qsizetype i = 0, taken = 1; i < sentences.size(); i += taken) {
      // Some texts are several sentences, and others may follow.
      QString found;
      for (taken = sentences.size() - i; taken > 1; --taken) {
        found = whole(sentences.mid(i, taken).join(QLatin1Char(' ')), kSure, true);
        if (!found.isNull()) break;
      }
      if (taken == 1) found = engine(sentences[i]);
      any = any || !found.isNull();
      if (!out.isEmpty() && !endsSentence(out) && !out.endsWith(QLatin1Char('\n'))) out += QLatin1Char(' ');
      out += found.isNull() ? sentences[i] : found;
    }
    return any ? out : QString();
  }
  if (text.contains(kDot)) {
    QStringList parts = text.split(kDot);
    for (QString& part : parts)
      if (const QString found = engine(part); !found.isNull()) part = found;
    return parts.join(kDot);
  }
  if (const QString found = changes(text); !found.isNull()) return found;
  if (const QString found = differences(text); !found.isNull()) return found;
  // An addition to a sentence is a text of its own: ", no change beyond the noise of 2 ms".
  for (qsizetype at = text.indexOf(QLatin1String(", ")); at > 0; at = text.indexOf(QLatin1String(", "), at + 1)) {
    const QString added = tail(text.mid(at));
    if (added.isNull()) continue;
    const QString found = engine(text.left(at));
    return (found.isNull() ? text.left(at) : found) + added;
  }
  // "where: what"
  for (qsizetype at = text.indexOf(QLatin1String(": ")); at > 0; at = text.indexOf(QLatin1String(": "), at + 1)) {
    const QString found = whole(text.mid(at + 2), 1);
    if (!found.isNull()) return hole(text.left(at)) + QStringLiteral(": ") + found;
  }
  return {};
}

QString Translations::tail(const QString& text) const {
  if (const auto it = fixed_.constFind(text); it != fixed_.constEnd()) return *it;
  for (const Pattern& pattern : patterns_) {
    QStringList holes;
    if (pattern.letters < kSure) break;
    if (!pattern.between.front().startsWith(QLatin1String(", ")) || !match(pattern.between, text, holes)) continue;
    for (QString& one : holes) one = hole(one);
    return filled(pattern.translation, holes);
  }
  return {};
}

QString Translations::eachPart(const QString& text, const QRegularExpression& form) const {
  QStringList all = text.split(QStringLiteral(", "));
  for (QString& one : all) {
    const QRegularExpressionMatch found = form.match(one);
    if (!found.hasMatch()) return {};
    const QString name = found.captured(QStringLiteral("name"));
    one = found.captured(QStringLiteral("before")) + fixed_.value(name, name) + found.captured(QStringLiteral("after"));
  }
  return all.join(QStringLiteral(", "));
}

QString Translations::changes(const QString& text) const {
  static const QRegularExpression change(QStringLiteral("^(?<before>)(?<name>.+?)(?<after> \\S+ (?:->|→) \\S+.*)$"));
  return eachPart(text, change);
}

QString Translations::shares(const QString& text) const {
  static const QRegularExpression share(QStringLiteral("^(?<before>)(?<name>.+?)(?<after> (?:under )?[\\d.]+(?:e-\\d+)? %)$"));
  return eachPart(text, share);
}

QString Translations::differences(const QString& text) const {
  static const QRegularExpression difference(QStringLiteral("^(?<before>[+-][\\d.,]+(?: %)? )(?<name>.+)(?<after>)$"));
  return eachPart(text, difference);
}

QString Translations::hole(const QString& text) const {
  if (!text.contains(QLatin1Char(' '))) return words_.value(text, text);
  if (const QString found = changes(text); !found.isNull()) return found;
  if (const QString found = shares(text); !found.isNull()) return found;
  QString found = whole(text, kSureInHole);
  static const QRegularExpression counted(QStringLiteral("^[\\d.,]+ [a-z]+$"));  // "5 steps"
  if (found.isNull() && counted.match(text).hasMatch()) found = whole(text, 1);
  return found.isNull() ? text : found;
}

}  // namespace stepscope
