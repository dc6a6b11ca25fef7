// The form over a project file: fields to text and back, edits that leave comments and order alone, errors at the field they are of.
#include <QtTest>

#include "core/project/edit_key.h"
#include "core/project/settings_text.h"
#include "core/project/toml_text.h"

using namespace stepscope;

namespace {

const std::string kFile = R"(# mine
[project]
name = "houses"   # the name

[data]
kind = "synthetic"
mean = [0.5, 0.25] # of pixels
flip = true

[model]           # small
name = "mlp"
hidden = [64, 32]

[train]
# how long
epochs = 3        # few
)";
const std::string kPath = "/tmp/houses/project.toml";

SettingField fieldOf(const char* key) {
  for (const SettingField& field : settingFields("mlp"))
    if (field.key == key) return field;
  return {};
}

}  // namespace

class SettingsTextTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyKeyIsAField() {
    const std::vector<SettingField> fields = settingFields("mlp");
    for (const KeyDef& def : keyDefs())
      QVERIFY2(std::any_of(fields.begin(), fields.end(), [&](const SettingField& field) { return field.def == &def; }), def.key.c_str());
    QVERIFY(fieldOf("model.hidden").def == nullptr && fieldOf("model.hidden").section == "model");
    // Each section in one piece.
    std::vector<std::string> seen;
    for (const SettingField& field : fields) {
      if (!seen.empty() && seen.back() == field.section) continue;
      QVERIFY2(std::find(seen.begin(), seen.end(), field.section) == seen.end(), field.section.c_str());
      seen.push_back(field.section);
    }
  }

  void whatStandsInTheFile() {
    const auto texts = fieldTexts(kFile, kPath);
    QCOMPARE(texts.at("project.name"), std::string("houses"));
    QCOMPARE(texts.at("data.mean"), std::string("0.5, 0.25"));
    QCOMPARE(texts.at("data.flip"), std::string("true"));
    QCOMPARE(texts.at("model.hidden"), std::string("64, 32"));
    QCOMPARE(texts.at("train.epochs"), std::string("3"));
    QVERIFY(!texts.contains("train.seed"));
  }

  void values_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("toml");  // empty: refused
    QTest::newRow("whole") << "train.epochs"
                           << " 12 "
                           << "12";
    QTest::newRow("zero") << "train.epochs"
                          << "0"
                          << "";
    QTest::newRow("no number") << "train.epochs"
                               << "many"
                               << "";
    QTest::newRow("real") << "train.optimizer.learning_rate"
                          << "1e-3"
                          << "0.001";
    QTest::newRow("whole for real") << "train.optimizer.weight_decay"
                                    << "2"
                                    << "2.0";
    QTest::newRow("list") << "data.std"
                          << "[1, 2.5]"
                          << "[1.0, 2.5]";
    QTest::newRow("texts") << "data.ignore"
                           << "id, \"a, b\""
                           << "[\"id\", \"a, b\"]";
    QTest::newRow("choice") << "switches.amp"
                            << "bf16"
                            << "\"bf16\"";
    QTest::newRow("no choice") << "switches.amp"
                               << "bf17"
                               << "";
    QTest::newRow("memory") << "switches.checkpoint_budget"
                            << "6 GiB"
                            << "\"6 GiB\"";
    QTest::newRow("flag") << "data.flip"
                          << "false"
                          << "false";
    QTest::newRow("argument") << "model.hidden"
                              << "16, 8"
                              << "[16, 8]";
  }
  void values() {
    QFETCH(QString, key);
    QFETCH(QString, text);
    QFETCH(QString, toml);
    const SettingField field = fieldOf(key.toUtf8());
    if (toml.isEmpty()) QVERIFY_EXCEPTION_THROWN(fieldValue(field, text.toStdString()), Error);
    else QCOMPARE(QString::fromStdString(fieldValue(field, text.toStdString())), toml);
  }

  void commentsAndOrderStay() {
    const std::string after = withEdits(kFile, {{"train.epochs", "20"}, {"data.flip", std::nullopt}, {"train.seed", "7"}}, kPath);
    QVERIFY(after.find("epochs = 20        # few") != std::string::npos);
    QVERIFY(after.find("flip") == std::string::npos);
    QVERIFY(after.find("[model]           # small") != std::string::npos);
    QVERIFY(after.find("# how long\n") != std::string::npos);
    // Back again: the same bytes but for the key that was new.
    QCOMPARE(withEdits(after, {{"train.epochs", "3"}, {"train.seed", std::nullopt}}, kPath), withoutKey(kFile, "data.flip", kPath));
    QCOMPARE(withEdits(kFile, {}, kPath), kFile);
  }

  void takingOut() {
    QCOMPARE(withoutKey(kFile, "train.lr", kPath), kFile);  // not there
    QVERIFY(withoutKey(kFile, "data.mean", kPath).find("of pixels") == std::string::npos);
    const std::string last = "[a]\nb = 1\nc = 2";
    QCOMPARE(withoutKey(last, "a.c", kPath), std::string("[a]\nb = 1\n"));
    QVERIFY_EXCEPTION_THROWN(withoutKey("a = { b = 1, c = 2 }\n", "a.b", kPath), Error);  // not without the rest of the line
  }

  void problemsAreAtTheirField() {
    const auto both = problemsOf(kFile, {{"train.epochs", "0"}, {"switches.amp", "bf17"}}, kPath);
    QCOMPARE(both.size(), std::size_t{2});
    QVERIFY(both.at("train.epochs").cure().find("1 to 100000") != std::string::npos);
    // What single keys do not tell.
    const auto together = problemsOf(kFile, {{"train.schedule.warmup_epochs", "50"}}, kPath);
    QCOMPARE(together.size(), std::size_t{1});
    QCOMPARE(together.begin()->first, std::string("train.schedule.warmup_epochs"));
    QVERIFY(problemsOf(kFile, {{"train.epochs", "4"}}, kPath).empty());
  }

  void consequences() {
    const Project before = parseProject(kFile, kPath);
    const auto line = [&](const FieldEdits& edits, bool training) {
      return consequenceOf(before, parseProject(withEdits(kFile, edits, kPath), kPath), training);
    };
    QCOMPARE(line({}, false), std::string("Nothing changes"));
    QCOMPARE(line({{"data.flip", "false"}}, false), std::string("The data are opened again"));
    QVERIFY(line({{"model.hidden", "8"}}, false).find("another model") != std::string::npos);
    QVERIFY(line({{"train.epochs", "4"}}, true).find("goes on as it is") != std::string::npos);
    QVERIFY(line({{"switches.batch_size", "8"}}, true).find("next step") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(SettingsTextTest)
#include "settings_text_test.moc"
