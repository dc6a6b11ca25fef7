// examples/README.md describes every key, and its examples are valid.
#include <QtTest>

#include "core/base/error.h"
#include "core/models/model.h"
#include "core/project/key_help.h"
#include "core/project/keys.h"

using namespace stepscope;

class DocumentationTest : public QObject {
  Q_OBJECT
  QString readme_;

 private Q_SLOTS:
  void initTestCase() {
    QFile file(QStringLiteral(STEPSCOPE_SOURCE_DIR "/examples/README.md"));
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.errorString()));
    readme_ = QString::fromUtf8(file.readAll());
  }

  void everyKeyIsDescribed() {
    for (const KeyDef& def : keyDefs()) {
      const QString row = QStringLiteral("| `%1` |").arg(QString::fromStdString(def.key));
      QVERIFY2(readme_.contains(row), def.key.c_str());
      for (const std::string& choice : def.choices)
        QVERIFY2(readme_.contains('`' + QString::fromStdString(choice) + '`'), (def.key + " = " + choice).c_str());
    }
  }

  // The settings form and the command line show these words.
  void everyKeyHasItsHelp() {
    for (const KeyDef& def : keyDefs()) {
      const KeyHelp* help = keyHelp(def.key);
      QVERIFY2(help && !help->meaning.empty() && !help->values.empty() && !help->usual.empty(), def.key.c_str());
    }
    QCOMPARE(keyHelp("data.validation_split")->usual, std::string("0.2"));
    QVERIFY(!keyHelp("data.splitt"));
  }

  void everyDescribedKeyExists() {
    const QRegularExpression pattern(QStringLiteral("^\\| `([a-z_.0-9]+\\.[a-z_.0-9]+)` \\|"), QRegularExpression::MultilineOption);
    int found = 0;
    for (auto match = pattern.globalMatch(readme_); match.hasNext();) {
      const std::string key = match.next().captured(1).toStdString();
      bool known = findKey(key) != nullptr;
      std::vector<ZooEntry> entries = modelZoo();
      entries.push_back(onnxEntry());
      for (const ZooEntry& entry : entries)
        for (const std::string& argument : entry.arguments)
          known = known || QString::fromStdString(key) == "model." + QString::fromStdString(argument);
      QVERIFY2(known, key.c_str());
      ++found;
    }
    QVERIFY(found >= static_cast<int>(keyDefs().size()));
  }

  void rangesAreThoseOfTheProgram() {
    for (const KeyDef& def : keyDefs()) {
      if (def.type != KeyType::Integer || def.most > 100'000'000) continue;
      const QString row = QStringLiteral("| `%1` |").arg(QString::fromStdString(def.key));
      const QString line = readme_.mid(readme_.indexOf(row)).section('\n', 0, 0);
      QVERIFY2(line.contains(QString::number(def.most)), qPrintable(line));
    }
  }

  void everyModelAndLayerIsDescribed() {
    for (const ZooEntry& entry : modelZoo()) {
      QVERIFY2(readme_.contains('`' + QString::fromStdString(entry.name) + '`'), entry.name.c_str());
      for (const std::string& argument : entry.arguments)
        QVERIFY2(readme_.contains("`model." + QString::fromStdString(argument) + '`'), argument.c_str());
    }
    for (const std::string& argument : onnxEntry().arguments)
      QVERIFY2(readme_.contains("| `model." + QString::fromStdString(argument) + "` |"), argument.c_str());
    for (const LayerType& type : layerTypes()) {
      const int row = readme_.indexOf("| `" + QString::fromStdString(type.type) + "` |");
      QVERIFY2(row >= 0, type.type.c_str());
      const QString line = readme_.mid(row).section('\n', 0, 0);
      for (const std::string& argument : type.arguments)
        QVERIFY2(line.contains('`' + QString::fromStdString(argument) + '`'), (type.type + " " + argument).c_str());
    }
  }

  void examplesAreValid() {
    const QRegularExpression pattern(QStringLiteral("```toml\\n(.*?)```"), QRegularExpression::DotMatchesEverythingOption);
    int found = 0;
    for (auto match = pattern.globalMatch(readme_); match.hasNext(); ++found) {
      const QString text = match.next().captured(1);
      try {
        parseProject(text.toStdString(), "README.md");
      } catch (const Error& error) {
        QFAIL(error.what());
      }
    }
    QCOMPARE(found, 4);
  }

  void exampleProjectsAreValid() {
    int found = 0;
    for (QDirIterator it(QStringLiteral(STEPSCOPE_SOURCE_DIR "/examples"), {"*.toml"}, QDir::Files, QDirIterator::Subdirectories); it.hasNext();
         ++found) {
      try {
        loadProject(it.next().toStdString(), {{"data.path", "."}});  // some say where to put data that are not there yet
      } catch (const Error& error) {
        QFAIL(error.what());
      }
    }
    QVERIFY(found >= 4);
  }
};

QTEST_GUILESS_MAIN(DocumentationTest)
#include "documentation_test.moc"
