// Setting one key of a project file leaves the rest of it as it was.
#include "core/project/edit_key.h"

#include "core/base/error.h"
#include "core/project/project.h"

#include <QtTest>

using namespace stepscope;

namespace {

constexpr const char* kKey = "train.optimizer.learning_rate";

}  // namespace

class EditKeyTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void sets_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::newRow("in its section") << "[train]\nepochs = 3\n[train.optimizer] # sgd\nname = \"sgd\"\nlearning_rate = 0.1   # large\n"
                                    << "[train]\nepochs = 3\n[train.optimizer] # sgd\nname = \"sgd\"\nlearning_rate = 0.02   # large\n";
    QTest::newRow("missing in its section") << "[train.optimizer] # sgd\nname = \"sgd\"\n\n[data]\nkind = \"shapes\"\n"
                                            << "[train.optimizer] # sgd\nlearning_rate = 0.02\nname = \"sgd\"\n\n[data]\nkind = \"shapes\"\n";
    QTest::newRow("missing section") << "[train]\nepochs = 3"
                                     << "[train]\nepochs = 3\n\n[train.optimizer]\nlearning_rate = 0.02\n";
    QTest::newRow("empty") << ""
                           << "\n[train.optimizer]\nlearning_rate = 0.02\n";
    QTest::newRow("heading without a line end") << "[train.optimizer]"
                                                << "[train.optimizer]\nlearning_rate = 0.02\n";
    QTest::newRow("dotted") << "train.optimizer.learning_rate = 1e-3\n"
                            << "train.optimizer.learning_rate = 0.02\n";
    QTest::newRow("dotted, half") << "[train]\noptimizer.learning_rate = 0.5\nepochs = 3\n"
                                  << "[train]\noptimizer.learning_rate = 0.02\nepochs = 3\n";
    QTest::newRow("inline") << "[train]\noptimizer = { name = \"sgd\", learning_rate = 0.5 }\n"
                            << "[train]\noptimizer = { name = \"sgd\", learning_rate = 0.02 }\n";
    QTest::newRow("behind letters of several bytes") << "[project]\nname = \"Blüten 🌼\"\n[train]\noptimizer = { name = \"sgd\", "
                                                        "learning_rate = 0.5 } # größer\n"
                                                     << "[project]\nname = \"Blüten 🌼\"\n[train]\noptimizer = { name = \"sgd\", "
                                                        "learning_rate = 0.02 } # größer\n";
    QTest::newRow("Windows line ends") << "[train.optimizer]\r\nlearning_rate = 0.1\r\nname = \"sgd\"\r\n"
                                       << "[train.optimizer]\r\nlearning_rate = 0.02\r\nname = \"sgd\"\r\n";
  }
  void sets() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    const std::string changed = withKey(before.toStdString(), kKey, "0.02", "project.toml");
    QCOMPARE(QString::fromStdString(changed), after);
    QCOMPARE(withKey(changed, kKey, "0.02", "project.toml"), changed);
  }

  void refuses_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("no TOML") << "[train\n";
    QTest::newRow("an inline table without the key") << "[train]\noptimizer = { name = \"sgd\" }\n";
    QTest::newRow("dotted without the key") << "[train]\noptimizer.name = \"sgd\"\n";
    QTest::newRow("a section that is a value") << "train = 3\n";
  }
  void refuses() {
    QFETCH(QString, text);
    try {
      const std::string changed = withKey(text.toStdString(), kKey, "0.02", "project.toml");
      QFAIL(("it became: " + changed).c_str());
    } catch (const Error& error) {
      QVERIFY2(std::string(error.what()).find("project.toml") != std::string::npos, error.what());
    }
  }

  // A new project of each kind reads as before, but for the rate.
  void newProjectsStayWhole() {
    for (const char* kind : {"shapes", "text", "table"}) {
      const std::string text = newProjectText("flowers", kind, "/data/flowers"), changed = withKey(text, kKey, "0.0123", "project.toml");
      QVERIFY(changed.find("learning_rate = 0.0123") != std::string::npos);
      const auto lines = [](const std::string& all) { return std::count(all.begin(), all.end(), '\n'); };
      QCOMPARE(lines(changed), lines(text));
    }
  }
};

QTEST_GUILESS_MAIN(EditKeyTest)
#include "edit_key_test.moc"
