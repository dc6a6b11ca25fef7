// Tables: what the model is shown of each kind of column, how rows are divided, and what is said of tables that will not do.
#include <cmath>
#include <map>
#include <set>

#include "core/data/dataset.h"
#include "core/data/loader.h"
#include "tests/core/data/test_files.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

std::vector<float> rowOf(const Dataset& data, std::int64_t index) {
  std::vector<float> row(static_cast<std::size_t>(numel(data.info().input().shape)));
  data.readFloats(index, 0, row);
  return row;
}
std::vector<float> answersOf(const Dataset& data, std::int64_t index) {
  std::vector<float> answers(static_cast<std::size_t>(data.info().outputs()));
  data.readTarget(index, 0, std::as_writable_bytes(std::span(answers)));
  return answers;
}

}  // namespace

class TableTest : public QObject {
  Q_OBJECT
  QTemporaryDir folder_;

  QString write(const QByteArray& text, const QString& name = "table.csv") {
    writeFile(folder_.filePath(name), Bytes(text.begin(), text.end()));
    return folder_.filePath(name);
  }
  DataSpec specOf(const QByteArray& text, double split = 0.0) {
    DataSpec spec;
    spec.kind = "table";
    spec.path = write(text).toStdString();
    spec.validationSplit = split;
    return spec;
  }
  static DataSpec shared(const char* file) {
    DataSpec spec;
    spec.kind = "table";
    spec.path = (sharedData() + "/tabular/" + file).toStdString();
    return spec;
  }

 private Q_SLOTS:
  void columns() {
    // Numbers 1, 3, (empty: median 3), 5, 9; texts red, blue, (empty), red, green; target 10 to 50.
    const DataSplits splits = openData(specOf("size,colour,price\n1,red,10.5\n3,blue,20\n,,30\n5,red,40\n9, green ,50\n"));
    const Dataset& data = *splits.train;
    QVERIFY(!splits.validation);
    QVERIFY(data.info().task == Task::Regression);
    QCOMPARE(data.info().targetNames, (std::vector<std::string>{"price"}));
    QCOMPARE(data.info().input().shape, (Shape{5}));  // size; (empty), blue, green, red
    QCOMPARE(data.size(), 5);
    // Sizes with the median in the gap: 1 3 4 5 9 with the median (3 + 5) / 2 = 4 and mean 4.4.
    const double mean = 4.4, deviation = std::sqrt((3.4 * 3.4 + 1.4 * 1.4 + 0.4 * 0.4 + 0.6 * 0.6 + 4.6 * 4.6) / 5);
    const double sizes[] = {1, 3, 4, 5, 9};
    const std::vector<std::vector<float>> colours = {{0, 0, 0, 1}, {0, 1, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 1}, {0, 0, 1, 0}};
    const double targetMean = 30.1, prices[] = {10.5, 20, 30, 40, 50};
    double squares = 0;
    for (const double price : prices) squares += (price - targetMean) * (price - targetMean);
    const double targetDeviation = std::sqrt(squares / 5);
    QVERIFY(std::abs(data.info().targetMean[0] - targetMean) < 1e-12 && std::abs(data.info().targetStd[0] - targetDeviation) < 1e-12);
    for (std::size_t i = 0; i < 5; ++i) {
      const std::vector<float> row = rowOf(data, static_cast<std::int64_t>(i));
      QVERIFY(std::abs(row[0] - (sizes[i] - mean) / deviation) < 1e-6);
      QCOMPARE(std::vector<float>(row.begin() + 1, row.end()), colours[i]);
      QVERIFY(std::abs(answersOf(data, static_cast<std::int64_t>(i))[0] - (prices[i] - targetMean) / targetDeviation) < 1e-6);
    }
    QCOMPARE(data.warnings().size(), std::size_t{1});
    QVERIFY(QString::fromStdString(data.warnings()[0]).contains("1 empty cells of \"size\" in the training rows take its median, 4"));
  }

  void tasks_data() {
    QTest::addColumn<QString>("answers");
    QTest::addColumn<QString>("wanted");
    QTest::addColumn<QString>("task");
    QTest::newRow("texts") << "a b a b"
                           << "auto"
                           << "classification";
    QTest::newRow("few whole numbers") << "1 2 3 1"
                                       << "auto"
                                       << "classification";
    QTest::newRow("numbers with decimals") << "1.5 2 3 1"
                                           << "auto"
                                           << "regression";
    QTest::newRow("many whole numbers") << "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21"
                                        << "auto"
                                        << "regression";
    QTest::newRow("as told: regression") << "1 2 3 1"
                                         << "regression"
                                         << "regression";
    QTest::newRow("as told: classification") << "1.5 2 3 1"
                                             << "classification"
                                             << "classification";
  }

  void tasks() {
    QFETCH(QString, answers);
    QFETCH(QString, wanted);
    QFETCH(QString, task);
    QByteArray text = "x,y\n";
    int i = 0;
    for (const QString& answer : answers.split(' ')) text += QByteArray::number(++i) + "," + answer.toUtf8() + "\n";
    DataSpec spec = specOf(text);
    spec.tableTask = wanted.toStdString();
    QCOMPARE(QString::fromUtf8(infoOf(openData(spec).train->info().task).name.data()), task);
  }

  void classesAndHeaders() {
    // No header: the first row has numbers. The class stands in the first column; 2 and 2.0 are one class; 10 sorts after 2.
    DataSpec spec = specOf("10,0.5\n2,0.25\n2.0,1\n1,3\n");
    spec.target = {"1"};
    const DataSplits splits = openData(spec);
    QCOMPARE(splits.train->info().classNames, (std::vector<std::string>{"1", "2", "10"}));
    QCOMPARE(splits.train->size(), 4);
    QCOMPARE(splits.train->label(0), 2);
    QCOMPARE(splits.train->label(1), 1);
    QCOMPARE(splits.train->label(2), 1);
    QCOMPARE(splits.train->label(3), 0);
    spec.header = "yes";
    spec.target = {"10"};
    QCOMPARE(openData(spec).train->size(), 3);
    // A header though a name in it is a number, and none though every cell is a text.
    DataSpec names = specOf("a,b,c\nx,y,z\nx,w,q\n");
    QCOMPARE(openData(names).train->size(), 2);
    names.header = "no";
    QCOMPARE(openData(names).train->size(), 3);
  }

  void severalTargetsAndIgnored() {
    DataSpec spec = specOf("id,x,a,b\n1,1,10,0.1\n2,2,20,0.3\n3,3,35,0.2\n");
    spec.target = {"b", "a"};
    spec.ignore = {"id"};
    const DataSplits splits = openData(spec);
    QCOMPARE(splits.train->info().targetNames, (std::vector<std::string>{"b", "a"}));
    QCOMPARE(splits.train->info().input().shape, (Shape{1}));
    QCOMPARE(splits.train->info().target().shape, (Shape{2}));
    QVERIFY(answersOf(*splits.train, 0)[0] < 0 && answersOf(*splits.train, 2)[1] > 0);
  }

  // Every class alike, the same rows for the same seed, nothing learned from the rows for validation.
  void divided() {
    QByteArray text = "x,kind\n";
    for (int i = 0; i < 100; ++i) text += QByteArray::number(i) + (i < 80 ? ",a\n" : i < 98 ? ",b\n" : ",c\n");
    DataSpec spec = specOf(text, 0.25);
    const DataSplits splits = openData(spec), again = openData(spec);
    std::map<std::int32_t, int> held;
    for (std::int64_t i = 0; i < splits.validation->size(); ++i) ++held[splits.validation->label(i)];
    QCOMPARE(held, (std::map<std::int32_t, int>{{0, 20}, {1, 5}, {2, 1}}));
    QCOMPARE(splits.train->size(), 74);
    for (std::int64_t i = 0; i < splits.validation->size(); ++i) QCOMPARE(rowOf(*splits.validation, i), rowOf(*again.validation, i));
    double sum = 0, squares = 0;
    for (std::int64_t i = 0; i < splits.train->size(); ++i) {
      const double x = rowOf(*splits.train, i)[0];
      sum += x;
      squares += x * x;
    }
    QVERIFY(std::abs(sum / 74) < 1e-6 && std::abs(squares / 74 - 1) < 1e-5);
    spec.seed = 1;
    QVERIFY(rowOf(*openData(spec).validation, 0) != rowOf(*splits.validation, 0) ||
            rowOf(*openData(spec).validation, 1) != rowOf(*splits.validation, 1));
  }

  // A file for validation in the other decimal habit: its figures are those of training, and it is told.
  void validationInOtherFigures_data() {
    QTest::addColumn<QByteArray>("held");
    QTest::addColumn<QByteArray>("training");
    const QByteArray point = "x,y\n3.591,2.207\n1.678,6.285\n4.356,1.125\n2.5,3.75\n",
                     comma = "x;y\n3,591;2,207\n1,678;6,285\n4,356;1,125\n2,5;3,75\n";
    const QByteArray three = "x,y\n3.591,2.207\n1.678,6.285\n4.356,1.125\n", threeWithCommas = "x;y\n3,591;2,207\n1,678;6,285\n4,356;1,125\n";
    QTest::newRow("commas") << comma << point;
    QTest::newRow("commas, three decimals in each") << threeWithCommas << point;
    QTest::newRow("in quotes") << QByteArray("x,y\n\"3,591\",\"2,207\"\n\"1,678\",\"6,285\"\n\"4,356\",\"1,125\"\n") << point;
    QTest::newRow("points") << three << comma;
  }
  void validationInOtherFigures() {
    QFETCH(QByteArray, held);
    QFETCH(QByteArray, training);
    DataSpec spec = specOf(training, 0.5);
    spec.validationPath = write(held, "held.csv").toStdString();
    const DataSplits splits = openData(spec);
    for (std::int64_t i = 0; i < 3; ++i) {
      QCOMPARE(rowOf(*splits.validation, i), rowOf(*splits.train, i));
      float trained = 0, validated = 1;
      splits.train->readTarget(i, 0, std::as_writable_bytes(std::span(&trained, 1)));
      splits.validation->readTarget(i, 0, std::as_writable_bytes(std::span(&validated, 1)));
      QCOMPARE(validated, trained);
    }
    QVERIFY(!splits.validation->warnings().empty());
    QVERIFY(splits.validation->warnings()[0].find("data.decimal decides") != std::string::npos);
  }

  void validationFile() {
    DataSpec spec = specOf("x,colour,y\n1,red,1.5\n2,blue,2.5\n3,red,3.25\n", 0.5);
    spec.validationPath = write("y,x,colour\n2,2,green\n,3,red\n3,1,blue\n", "held.csv").toStdString();
    const DataSplits splits = openData(spec);
    QCOMPARE(splits.train->size(), 3);
    QCOMPARE(splits.validation->size(), 2);
    QCOMPARE(rowOf(*splits.validation, 0), (std::vector<float>{0, 0, 0}));  // the mean of x, and a colour that training does not know
    QCOMPARE(rowOf(*splits.validation, 1), (std::vector<float>{rowOf(*splits.train, 0)[0], 1, 0}));
    const QString warnings = QString::fromStdString(splits.validation->warnings()[0] + splits.validation->warnings()[1]);
    QVERIFY2(warnings.contains("one row has an empty target") && warnings.contains("one cell for validation holds a text"), qPrintable(warnings));
  }

  // A short last batch is padded with targets that are not numbers, which no loss counts.
  void throughTheLoader() {
    const DataSplits splits = openData(specOf("x,y\n1,1.5\n2,2.5\n3,3.5\n4,4.5\n5,1.25\n"));
    LoaderOptions options;
    options.batchSize = 3;
    options.shuffle = false;
    options.dropLast = false;
    DataLoader loader(splits.train, options);
    loader.start(0);
    loader.next();
    const Batch* last = loader.next();
    QCOMPARE(last->count, 2);
    const auto* targets = reinterpret_cast<const float*>(last->field(kTargetField).data());
    QVERIFY(std::isfinite(targets[0]) && std::isfinite(targets[1]) && std::isnan(targets[2]));
  }

  void refusals_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("settings");
    QTest::addColumn<QStringList>("words");
    const QByteArray good = "size,colour,price\n1,red,10.5\n2,blue,20\n3,red,30\n";
    QByteArray mostly = "x,y\n";
    for (int i = 0; i < 40; ++i) mostly += QByteArray::number(i) + (i == 17 ? ",12a\n" : ",1.5\n");
    QByteArray mostlyInput = "x,y\n";
    for (int i = 0; i < 40; ++i) mostlyInput += (i == 17 ? QByteArray("12a") : QByteArray::number(i)) + "," + QByteArray::number(i * 0.5) + "\n";
    QByteArray many = "x,y\n";
    for (int i = 0; i < 300; ++i) many += "name" + QByteArray::number(i) + "," + QByteArray::number(i * 0.5) + "\n";
    QTest::newRow("empty file") << QByteArray() << "" << QStringList{"table.csv", "is empty"};
    QTest::newRow("only a header") << QByteArray("a,b\n") << "" << QStringList{"table.csv", "has no rows"};
    QTest::newRow("one column") << QByteArray("a\n1\n2\n") << "" << QStringList{"table.csv", "one column", "delimiter"};
    QTest::newRow("no such target") << good << "target=prise" << QStringList{"data.target", "no column \"prise\"", "Did you mean 'price'"};
    QTest::newRow("no such target, no header") << QByteArray("1,2\n3,4\n") << "target=price" << QStringList{"no column \"price\"", "numbered from 1"};
    QTest::newRow("no such column to ignore") << good << "ignore=colr" << QStringList{"data.ignore", "Did you mean 'colour'"};
    QTest::newRow("target ignored") << good << "target=price;ignore=price" << QStringList{"data.ignore", "\"price\"", "data.target too"};
    QTest::newRow("nothing left") << good << "target=price;ignore=size,colour" << QStringList{"table.csv", "leaves no column"};
    QTest::newRow("text for a regression") << good << "target=colour;task=regression"
                                           << QStringList{"table.csv:2:3", "\"red\" is not a number", "\"colour\""};
    QTest::newRow("one text among numbers, target") << mostly << "" << QStringList{"table.csv:19:4", "\"12a\"", "39 of the 40"};
    QTest::newRow("one text among numbers, input") << mostlyInput << "" << QStringList{"table.csv:19:1", "\"12a\"", "39 of the 40", "data.ignore"};
    QTest::newRow("too many texts") << many << "" << QStringList{"table.csv:258:1", "more than 256 different texts", "data.ignore = [\"x\"]"};
    QTest::newRow("one class") << QByteArray("x,y\n1,a\n2,a\n") << "" << QStringList{"table.csv", "only one class, a"};
    QTest::newRow("one value") << QByteArray("x,y\n1,1.5\n2,1.5\n") << "" << QStringList{"table.csv", "\"y\" has 1.5 in every training row"};
    QTest::newRow("no target at all") << QByteArray("x,y\n1,\n2,NA\n") << "" << QStringList{"table.csv", "no row with a value of \"y\""};
    QTest::newRow("infinite") << QByteArray("x,y\n1,1.5\ninf,2\n3,3\n") << "" << QStringList{"table.csv:3:1", "infinite"};
    QTest::newRow("infinite target") << QByteArray("x,y\n1,1.5\n2,1e999\n3,3\n") << "" << QStringList{"table.csv:3:3", "1e999"};
    QTest::newRow("two columns of one name") << QByteArray("a,b,a\n1,2,3\n") << "" << QStringList{"table.csv:1:5", "two columns \"a\""};
    QTest::newRow("targets of a classification") << good << "target=colour,price;task=classification"
                                                 << QStringList{"data.target", "several columns"};
    QTest::newRow("class only for validation") << QByteArray("x,y\n1,a\n2,b\n") << "held=x,y\n1,a\n3,c\n"
                                               << QStringList{"held.csv:3:3", "\"c\" occurs only for validation", "a, b"};
    QTest::newRow("column missing for validation") << QByteArray("x,y\n1,a\n2,b\n") << "held=z,y\n1,a\n3,b\n"
                                                   << QStringList{"data.validation_path", "held.csv", "\"x\""};
    QTest::newRow("text for validation") << QByteArray("x,y\n1,a\n2,b\n") << "held=x,y\n1,a\nblue,b\n"
                                         << QStringList{"held.csv:3:1", "\"blue\" is not a number"};
    QTest::newRow("inputs too large") << QByteArray("x,y\n1e308,a\n-1e308,b\n1e308,a\n-1e308,b\n") << ""
                                      << QStringList{"table.csv", "the column \"x\" are so large"};
    QTest::newRow("targets too large") << QByteArray("x,y\n1,1e308\n2,-1e308\n3,1e308\n4,0.5\n") << "task=regression"
                                       << QStringList{"table.csv", "the target \"y\" are so large"};
    QTest::newRow("input too far for validation") << QByteArray("x,y\n1,a\n2,b\n3,a\n") << "held=x,y\n1e300,a\n"
                                                  << QStringList{"held.csv:2:1", "too far from the other values of the column \"x\""};
    QTest::newRow("target too far for validation") << QByteArray("x,y\n1,1.5\n2,2\n3,2.5\n") << "held=x,y\n1,1e300\n"
                                                   << QStringList{"held.csv:2:3", "too far from the other values of the target \"y\""};
    QTest::newRow("cut gzip") << QByteArray("c") << "" << QStringList{"compressed data end too early"};
  }

  void refusals() {
    QFETCH(QByteArray, text);
    QFETCH(QString, settings);
    QFETCH(QStringList, words);
    DataSpec spec = specOf(text);
    if (settings.startsWith("held=")) {
      spec.validationPath = write(settings.mid(5).toUtf8(), "held.csv").toStdString();
    } else {
      for (const QString& setting : settings.split(';', Qt::SkipEmptyParts)) {
        const QString key = setting.section('=', 0, 0), value = setting.section('=', 1);
        std::vector<std::string> names;
        for (const QString& name : value.split(',')) names.push_back(name.toStdString());
        if (key == "target") spec.target = names;
        if (key == "ignore") spec.ignore = names;
        if (key == "task") spec.tableTask = value.toStdString();
      }
    }
    if (std::string(QTest::currentDataTag()) == "cut gzip") {
      Bytes packed = gzipped(Bytes(5000, 'x'));
      packed.resize(packed.size() - 6);
      writeFile(QString::fromStdString(spec.path), packed);
    }
    verifyError([&] { openData(spec); }, std::vector<QString>(words.begin(), words.end()));
  }

  // Both ways that the refusal of a class that is in the rows for validation alone offers end well.
  void classOnlyForValidation() {
    const QByteArray training = "x,y\n1,a\n2,b\n5,a\n6,b\n", held = "x,y\n1,a\n3,c\n2,b\n";
    DataSpec spec = specOf(training);
    spec.validationPath = write(held, "held.csv").toStdString();
    verifyError([&] { openData(spec); }, {"held.csv:3:3", "\"c\" occurs only for validation",
                                          "Give training rows of this class, or take its rows out of the validation data"});
    write(QByteArray(held).replace("3,c\n", ""), "held.csv");
    QCOMPARE(openData(spec).validation->size(), std::int64_t{2});
    write(held, "held.csv");
    DataSpec more = specOf(training + "4,c\n");
    more.validationPath = spec.validationPath;
    const DataSplits splits = openData(more);
    QCOMPARE(splits.validation->size(), std::int64_t{3});
    QCOMPARE(splits.validation->label(1), 2);
    QCOMPARE(splits.train->info().classNames, (std::vector<std::string>{"a", "b", "c"}));
  }

  void housing() {
    NEEDS_SHARED_DATA();
    DataSpec spec = shared("housing.csv.gz");
    spec.target = {"median_house_value"};
    const DataSplits splits = openData(spec);
    QVERIFY(splits.train->info().task == Task::Regression);
    QCOMPARE(splits.train->info().input().shape, (Shape{13}));  // 8 numbers, 5 places
    QCOMPARE(splits.train->size() + splits.validation->size(), 20640);
    QCOMPARE(splits.validation->size(), 4128);
    QVERIFY(QString::fromStdString(splits.train->warnings()[0]).contains("total_bedrooms"));
  }

  void irisAndWine() {
    NEEDS_SHARED_DATA();
    const DataSplits iris = openData(shared("iris.data"));
    QCOMPARE(iris.train->info().classNames, (std::vector<std::string>{"Iris-setosa", "Iris-versicolor", "Iris-virginica"}));
    QCOMPARE(iris.train->info().input().shape, (Shape{4}));
    QCOMPARE(iris.train->size(), 120);
    QCOMPARE(iris.validation->size(), 30);
    DataSpec spec = shared("wine.data");
    spec.target = {"1"};
    const DataSplits wine = openData(spec);
    QCOMPARE(wine.train->info().classNames, (std::vector<std::string>{"1", "2", "3"}));
    QCOMPARE(wine.train->info().input().shape, (Shape{13}));
    QCOMPARE(wine.train->size() + wine.validation->size(), 178);
  }
};

QTEST_GUILESS_MAIN(TableTest)
#include "table_test.moc"
