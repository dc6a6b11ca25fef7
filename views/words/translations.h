// The texts of one file of Qt Linguist. Texts of the window are found by their source alone, whatever class asks. Texts of the engine are found by
// their pattern: the engine does not know Qt and makes complete sentences ("3 of 40 samples cannot be read"); the file has the text of the sources
// ("{} of {} samples cannot be read"). Names and figures in the placeholders are inserted unchanged.
#pragma once

#include <QHash>
#include <QList>
#include <QMutex>
#include <QRegularExpression>
#include <QTranslator>

namespace stepscope {

class Translations : public QTranslator {
 public:
  // `forQt`: also look up texts of Qt's own widgets, if no Qt translation is installed.
  Translations(const QString& file, bool forQt, QObject* parent);

  // In the context "engine": translates a complete text of the lower rooms. An empty result: not known.
  QString translate(const char* context, const char* source, const char* comment = nullptr, int n = -1) const override;
  bool isEmpty() const override { return window_.isEmpty(); }
  // The inverse: the sources of a text of the window; several if texts have the same translation.
  QStringList sourcesOf(const QString& shown) const { return window_.keys(shown); }

 private:
  struct Pattern {
    QStringList between;  // the parts before, between and after the placeholders: one more than there are placeholders
    QString translation;
    qsizetype letters = 0;  // number of letters in these parts
  };

  void read(const QString& file);
  QString engine(const QString& text) const;       // null: not known
  QString oneSentence(const QString& text) const;  // null: not known
  // ofSentences: the text has several; none of them may be lost in a placeholder.
  QString whole(const QString& text, qsizetype leastLetters, bool ofSentences = false) const;
  QString inParts(const QString& text) const;
  QString tail(const QString& text) const;  // the part that begins with a comma
  // Translates the group "name" of each part between commas; nothing if a part does not have the form.
  QString eachPart(const QString& text, const QRegularExpression& form) const;
  QString changes(const QString& text) const;      // "batch size 32 -> 64, fusion off -> on"
  QString shares(const QString& text) const;       // "element-wise kernels 55 %, norms 16 %"
  QString differences(const QString& text) const;  // "+98 % bytes moved, -3 nodes"
  QString hole(const QString& text) const;         // the text in a placeholder: translated if it is a text of the engine, unchanged if it is a name

  bool forQt_;
  QHash<QString, QString> window_, fixed_, words_;  // words_: words that are not names inside a message
  QList<Pattern> patterns_;                         // those with most letters first
  mutable QMutex mutex_;                            // jobs on other threads ask for texts as well
  mutable QHash<QString, QString> known_;
};

}  // namespace stepscope
