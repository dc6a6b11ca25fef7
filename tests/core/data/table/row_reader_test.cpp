// Single rows that a user gives are scaled as the rows of the training were: figures worked out by hand.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <fstream>
#include <functional>

#include "core/base/error.h"
#include "core/data/named_samples.h"
#include "core/data/table/row_reader.h"
#include "core/data/table/table_dataset.h"

using namespace stepscope;

namespace {

DataSpec tableOf(const QTemporaryDir& folder, const char* text) {
  DataSpec spec;
  spec.kind = "table";
  spec.path = folder.filePath(QStringLiteral("t.csv")).toStdString();
  spec.validationSplit = 0;
  std::ofstream(spec.path) << text;
  return spec;
}

std::string messageOf(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

class RowReaderTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  // a: 1 2 3 6, mean 3, deviation sqrt(14/4); b: 10 20 (empty: the median 20) 30, mean 20, deviation sqrt(50); colour: two texts.
  void scaledByHand() {
    QTemporaryDir folder;
    const DataSpec spec = tableOf(folder, "a,b,colour,y\n1,10,red,0.5\n2,20,blue,1.5\n3,,red,2.5\n6,30,blue,3.5\n");
    const TableRowReader reader(spec);
    QCOMPARE(reader.columns().size(), std::size_t{3});
    QCOMPARE(reader.columns()[0].name, std::string("a"));
    QCOMPARE(reader.columns()[0].example, std::string("1"));
    QVERIFY(reader.columns()[0].categories.empty());
    QCOMPARE(reader.columns()[2].categories, (std::vector<std::string>{"blue", "red"}));
    QCOMPARE(reader.width(), std::size_t{4});
    std::vector<float> out(4);
    reader.read("4,,red", out);
    QVERIFY(std::abs(out[0] - (4 - 3) / std::sqrt(3.5)) < 1e-6);
    QVERIFY(std::abs(out[1]) < 1e-6);  // the median is the mean
    QCOMPARE(out[2], 0.0f);
    QCOMPARE(out[3], 1.0f);
    reader.read(" 1 , 30 , \"blue\" ", out);
    QVERIFY(std::abs(out[0] - (1 - 3) / std::sqrt(3.5)) < 1e-6);
    QVERIFY(std::abs(out[1] - 10 / std::sqrt(50.0)) < 1e-6);
    QCOMPARE(out[2], 1.0f);
  }

  void refusals() {
    QTemporaryDir folder;
    const TableRowReader reader(tableOf(folder, "a,colour,y\n1,red,0.5\n2,blue,1.5\n3,red,2.5\n6,blue,3.5\n"));
    std::vector<float> out(3);
    QVERIFY(messageOf([&] { reader.read("1", out); }).find("has 1 cells, and the model takes 2") != std::string::npos);
    QVERIFY(messageOf([&] { reader.read("1", out); }).find("a,colour") != std::string::npos);
    QVERIFY(messageOf([&] { reader.read("many,red", out); }).find("\"many\" is not a number") != std::string::npos);
    QVERIFY(messageOf([&] { reader.read("1,rad", out); }).find("Did you mean 'red'") != std::string::npos);
    QVERIFY(messageOf([&] { reader.read("1,\"red", out); }).find("never closed") != std::string::npos);
  }

  void cellsGoThroughALine() {
    const std::vector<std::string> cells{"1,5", "", "she said \"no\"", " x", "plain"};
    QCOMPARE(csvLine(cells), std::string("\"1,5\",,\"she said \"\"no\"\"\",\" x\",plain"));
    QCOMPARE(csvCells(csvLine(cells)), cells);
    QCOMPARE(csvCells("a,"), (std::vector<std::string>{"a", ""}));
  }

  // Rows have the line of the file, comments and cells over several lines counted.
  void namesOfRows() {
    QTemporaryDir folder;
    const DataSpec spec = tableOf(folder, "a,note,y\n1,\"two\nlines\",0.5\n2,x,1.5\n\n3,x,2.5\n6,\"two\nlines\",3.5\n");
    const auto data = openTable(spec).train;
    const std::string file = spec.path;
    for (const auto& [index, line] : {std::pair{0, 2}, std::pair{1, 4}, std::pair{2, 6}, std::pair{3, 7}})
      QCOMPARE(nameOf(*data, index), file + ":" + std::to_string(line));
  }
};

QTEST_APPLESS_MAIN(RowReaderTest)
#include "row_reader_test.moc"
