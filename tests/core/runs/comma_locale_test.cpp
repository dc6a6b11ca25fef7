// On a desktop whose numbers have a decimal comma everything is read and written as elsewhere. The locale is compiled for this test, since
// few machines have it; Qt's application object then takes it from the environment, as it does for the window.
#include <QtTest>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "core/base/units.h"
#include "core/data/dataset.h"
#include "core/data/preview/data_preview.h"
#include "core/project/project.h"
#include "core/project/settings_text.h"
#include "core/project/toml_text.h"
#include "core/runs/run_filter.h"

using namespace stepscope;

class CommaLocaleTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    char written[16];
    std::snprintf(written, sizeof written, "%.1f", 0.5);
    if (std::string(written) != "0,5") QSKIP("the locale de_DE.UTF-8 cannot be compiled here (localedef)");
    QCOMPARE(std::to_string(0.5), std::string("0,500000"));  // so it is in force
  }

  void filters() {
    for (const char* text : {"loss < 0.3", "loss < 30%", "loss < +0.3", "loss < 3e-1"}) {
      auto parsed = RunFilter::parse(text);
      QVERIFY2(std::holds_alternative<RunFilter>(parsed), std::get_if<FilterError>(&parsed) ? std::get<FilterError>(parsed).message.c_str() : "");
      FactColumns columns;
      RunRow row;
      row.info.configuration = R"({"train":{"optimizer":{"learning_rate":"0.1"}}})";
      row.series = {{"val_loss", 10, 100, 0.25, 0.25, 2, 0}};
      const RowFacts facts(row, columns);
      auto& filter = std::get<RunFilter>(parsed);
      QVERIFY(!filter.bind(columns));
      QVERIFY2(filter.matches(facts), text);
    }
  }

  void facts() {
    QCOMPARE(textFact("0.1").number, 0.1);
    QCOMPARE(textFact("-1.5e-3").number, -1.5e-3);
    QVERIFY(std::isnan(textFact("0,1").number));
  }

  void figures() {
    QCOMPARE(text::number(0.9913), std::string("0.9913"));
    QCOMPARE(text::percent(0.12345), std::string("12.35 %"));
    QCOMPARE(tomlValue(0.1), std::string("0.1"));
  }

  void projects() {
    const QTemporaryDir folder;
    std::ofstream(folder.filePath("t.csv").toStdString()) << "x,y\n1.5,0.25\n2.5,0.5\n3.5,1.5\n4.5,2.25\n";
    const Project project = parseProject(
        "[data]\nkind = \"table\"\npath = \"t.csv\"\nvalidation_split = 0.0\n[model]\nname = \"mlp\"\n[train.optimizer]\nlearning_rate = 0.05\n",
        folder.filePath("project.toml").toStdString(), {{"train.optimizer.momentum", "0.75"}});
    QCOMPARE(project.train.optimizer.learningRate, 0.05);
    QCOMPARE(project.train.optimizer.momentum, 0.75);
    QCOMPARE(projectFromJson(toJson(project)).train.optimizer.learningRate, 0.05);
    const DataSplits splits = openData(project.data);
    QVERIFY(std::abs(splits.train->info().targetMean[0] - 1.125) < 1e-12);
    const DataPreview data = previewData(folder.filePath("t.csv").toStdString());
    QCOMPARE(data.columns[0].example, std::string("1.5"));
    QVERIFY(data.columns[0].numeric() && data.columns[1].numeric());
  }
};

int main(int argc, char** argv) {
  const QTemporaryDir folder;
  const QByteArray place = folder.path().toUtf8();
  const QByteArray command = "localedef -i de_DE -f UTF-8 " + place + "/de_DE.UTF-8 >/dev/null 2>&1";
  if (std::system(command.constData()) == 0) {
    qputenv("LOCPATH", place);
    qputenv("LC_ALL", "de_DE.UTF-8");
  }
  QCoreApplication application(argc, argv);
  CommaLocaleTest test;
  return QTest::qExec(&test, argc, argv);
}

#include "comma_locale_test.moc"
