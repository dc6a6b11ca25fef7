// The texts of one file of Qt Linguist. Those of the window are found by their source alone, whatever class asks. Those of the engine are
// found by their pattern: the engine does not know Qt and says finished sentences ("3 of 40 samples cannot be read"), of which the file has
// what stands in the sources ("{} of {} samples cannot be read"). What a text says beyond that (names, figures) is put back as it was.
#pragma once

#include <QHash>
#include <QList>
#include <QMutex>
#include <QRegularExpression>
#include <QTranslator>

namespace stepscope {

class Translations : public QTranslator {
 public:
  // `forQt`: texts of Qt's own widgets are looked up here too, as nobody else has them.
  Translations(const QString& file, bool forQt, QObject* parent);

  // In the context "engine": translates a finished text of the rooms below. An empty answer: not known.
  QString translate(const char* context, const char* source, const char* comment = nullptr, int n = -1) const override;
  bool isEmpty() const override { return window_.isEmpty(); }
  // The other way: what stands in the sources for a text of the window; several where texts share a translation.
  QStringList sourcesOf(const QString& shown) const { return window_.keys(shown); }

 private:
  struct Pattern {
    QStringList between;  // what stands before, between and behind the holes: one more than there are holes
    QString translation;
    qsizetype letters = 0;  // of what stands there
  };

  void read(const QString& file);
  QString engine(const QString& text) const;       // null: not known
  QString oneSentence(const QString& text) const;  // likewise
  // ofSentences: of several, none of which may be lost in a hole.
  QString whole(const QString& text, qsizetype leastLetters, bool ofSentences = false) const;
  QString inParts(const QString& text) const;
  QString tail(const QString& text) const;  // that begins with a comma
  // Parts after commas, each of which has the form, with its group "name" translated; nothing where one has not.
  QString eachPart(const QString& text, const QRegularExpression& form) const;
  QString changes(const QString& text) const;      // "batch size 32 -> 64, fusion off -> on"
  QString differences(const QString& text) const;  // "+98 % bytes moved, -3 nodes"
  QString hole(const QString& text) const;         // what stood in a hole: translated if it is a text of the engine, as it was if it is a name

  bool forQt_;
  QHash<QString, QString> window_, fixed_, words_;  // words_: those that are no names within a message
  QList<Pattern> patterns_;                         // those with most letters first
  mutable QMutex mutex_;                            // texts are asked for by jobs as well
  mutable QHash<QString, QString> known_;
};

}  // namespace stepscope
