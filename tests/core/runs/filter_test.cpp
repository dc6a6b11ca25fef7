// The expression that filters runs: what fits, where a mistake is told, what completion proposes.
#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/runs/run_filter.h"

using namespace stepscope;

namespace {

RunRow rowOf(RunId id, const char* name, double loss, const char* amp, std::vector<std::string> tags) {
  RunRow row;
  row.info.id = id;
  row.info.name = name;
  row.info.model = "resnet20";
  row.info.status = RunStatus::Finished;
  row.info.seconds = 100 * static_cast<double>(id);
  row.info.tags = std::move(tags);
  row.info.configuration = std::string(R"({"switches":{"amp":")") + amp +
                           R"(","batch_size":64,"fusion":true},"train":{"optimizer":{"learning_rate":0.05}},"data":{"path":"/a b"}})";
  row.info.finals = {{"best_val_accuracy", 1 - loss}, {"measured_peak_bytes", 210.0 * (1 << 20)}};
  row.series = {{"val_loss", 10, 100, loss, loss - 0.05, 2, 0}, {"train_loss", 10, 100, loss / 2, 0.01, 2, 0}};
  return row;
}

struct Runs {
  FactColumns columns;
  std::vector<RunRow> rows;
  std::vector<RowFacts> facts;
  Runs() {
    rows = {rowOf(1, "run 1", 0.5, "off", {"baseline"}), rowOf(2, "Odd one", 0.25, "bf16", {}),
            rowOf(3, "run 3", 0.28, "bf16", {"seed 2", "baseline"})};
    rows[0].info.spans.resize(2);
    rows[0].info.spans[0].switches = R"({"amp":"off","batch_size":64})";
    rows[0].info.spans[1].switches = R"({"amp":"fp16","batch_size":128})";
    rows[1].info.starred = true;
    rows[1].info.status = RunStatus::Failed;
    rows[1].info.outOfMemory = true;
    rows[1].series.pop_back();
    rows[2].info.archived = true;
    rows[2].info.note = "with the new\nlearning rate";
    for (const RunRow& row : rows) facts.emplace_back(row, columns);
  }
  // Numbers of the runs that fit, or "at 5: message".
  QString passing(const std::string& text) const {
    auto parsed = RunFilter::parse(text);
    std::optional<FilterError> error;
    if (auto* filter = std::get_if<RunFilter>(&parsed)) {
      error = filter->bind(columns);
      if (!error) {
        QString ids;
        for (std::size_t i = 0; i < facts.size(); ++i)
          if (filter->matches(facts[i])) ids += QString::number(rows[i].info.id);
        return ids;
      }
    } else {
      error = std::get<FilterError>(parsed);
    }
    return QStringLiteral("at %1+%2: %3").arg(error->position).arg(error->length).arg(QString::fromStdString(error->message));
  }
};

}  // namespace

class FilterTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void fits_data() {
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("runs");
    const auto row = [](const char* filter, const char* runs) { QTest::newRow(filter) << filter << runs; };
    row("", "123");
    row("loss < 0.3 and switches.amp and tag:baseline", "3");  // of the issue
    row("loss < 0.3", "23");
    row("val_loss<=0.25", "2");
    row("val_loss.min > 0.44", "1");
    row("loss >= 0.28 and loss < 0.5", "3");
    row("switches.amp", "123");  // run 1 had it on for a while
    row("switches.amp = off", "1");
    row("switches.amp = fp16", "1");
    row("switches.amp != bf16", "1");
    row("switches.batch_size = 128", "1");
    row("switches.batch_size > 64", "1");
    row("batch = 64", "123");
    row("tag:baseline", "13");
    row("tags:\"seed 2\"", "3");
    row("tag:seed", "3");
    row("not tag:baseline", "2");
    row("not not starred", "2");
    row("starred or archived", "23");
    row("starred = yes", "2");
    row("starred = no", "13");
    row("status = \"out of memory\"", "2");
    row("status:memory", "2");
    row("odd", "2");
    row("odd resnet", "2");
    row("run resnet20", "123");  // run is a column: every run has a number
    row("\"run 3\"", "3");
    row("name ~ RUN", "13");
    row("\"learning rate\"", "3");
    row("learning_rate = 0.05", "123");
    row("learning_rate > 0.05", "");
    row("duration > 2min", "23");
    row("duration > 0.05h", "23");
    row("peak_memory > 200MiB", "123");
    row("memory < 0.2GiB", "");
    row("accuracy > 70%", "23");
    row("train_loss < 1", "13");   // run 2 has none
    row("train_loss != 7", "13");  // what is not known fits nothing
    row("switches.fusion", "123");
    row("switches.fusion = on", "123");
    row("switches.fusion != true", "");
    row("(loss > 0.4 or loss < 0.26) and not starred", "1");
    row("loss > 0.4 or loss < 0.26 and starred", "12");
    row("data.path = \"/a b\"", "123");
    row("nothing_like_it", "");
    row("((((run = 2))))", "2");
    row("NOT tag:baseline AND run = 2", "2");
    row("loss < 1e-1", "");
  }
  void fits() {
    QFETCH(QString, filter);
    QFETCH(QString, runs);
    QCOMPARE(Runs().passing(filter.toStdString()), runs);
  }

  void mistakes_data() {
    QTest::addColumn<QString>("filter");
    QTest::addColumn<QString>("start");
    const auto row = [](const char* filter, const char* start) { QTest::newRow(filter) << filter << start; };
    row("loss <", "at 5+1: There is no value");
    row("loss < abc", "at 7+3: \"abc\" is not a number");
    row("los < 0.3", "at 0+3: There is no column \"los\". Did you mean loss?");
    row("loss < 0.3 and val_los < 1", "at 15+7: There is no column \"val_los\". Did you mean val_loss?");
    row("loss ! 3", "at 5+1: There is no comparison !");
    row("< 3", "at 0+1: A comparison begins");
    row("(loss < 3", "at 0+1: This \"(\" is not closed");
    row("loss < 3)", "at 8+1: There is no \"(\"");
    row("loss < 3 and", "at 12+1: Something is missing");
    row("and loss < 3", "at 0+3: Something is missing before");
    row("loss < 3 or or odd", "at 12+2: Something is missing before");
    row("not", "at 3+1: Something is missing");
    row("name = \"abc", "at 7+4: The text in quotes does not end");
    row("()", "at 1+1: Something is missing");
    row("größe < 3", "at 0+7: There is no column");
  }
  void mistakes() {
    QFETCH(QString, filter);
    QFETCH(QString, start);
    const QString told = Runs().passing(filter.toStdString());
    QVERIFY2(told.startsWith(start), qPrintable(told));
  }

  void deepAndLongTexts() {
    const Runs runs;
    QVERIFY(runs.passing(std::string(5000, '(')).startsWith("at "));
    QVERIFY(runs.passing(std::string(20000, 'x')).contains("too long"));
    std::string nots;
    for (int i = 0; i < 2000; ++i) nots += "not ";
    QVERIFY(runs.passing(nots + "odd").contains("deep"));
    std::string ors = "run = 1";
    for (int i = 0; i < 500; ++i) ors += " or run = 2";
    QCOMPARE(runs.passing(ors), QString("12"));
    QVERIFY(!runs.passing("\xff\xfe < 3").isEmpty());
  }

  void completion() {
    const Runs runs;
    std::vector<const RowFacts*> facts;
    for (const RowFacts& one : runs.facts) facts.push_back(&one);
    const auto at = [&](const std::string& text) { return completionOf(text, text.size(), runs.columns, facts); };
    const auto has = [](const FilterCompletion& c, const char* name) {
      return std::find(c.proposals.begin(), c.proposals.end(), name) != c.proposals.end();
    };
    FilterCompletion c = at("val_l");
    QCOMPARE(c.from, std::size_t{0});
    QCOMPARE(c.proposals.front(), std::string("val_loss"));
    c = at("val_loss < 0.3 an");
    QCOMPARE(c.from, std::size_t{15});
    QCOMPARE(c.proposals.front(), std::string("and"));
    c = at("switches.amp = ");
    QVERIFY(has(c, "bf16") && has(c, "fp16") && has(c, "off"));
    c = at("tag:");
    QVERIFY(has(c, "baseline") && has(c, "\"seed 2\""));
    QVERIFY(has(at("learn"), "train.optimizer.learning_rate"));  // from the middle of a name
    QVERIFY(at("\"ab").proposals.empty());
    QVERIFY(at("val_loss < ").proposals.empty());  // numbers are not proposed
  }

  void sortingOfFacts() {
    const Fact one = numberFact(1), two = numberFact(2), text = textFact("abc"), ten = textFact("10");
    QVERIFY(compareFacts(&one, &two) < 0 && compareFacts(&ten, &two) > 0);
    QVERIFY(compareFacts(nullptr, &one) < 0 && compareFacts(&one, nullptr) > 0 && compareFacts(nullptr, nullptr) == 0);
    QVERIFY(compareFacts(&one, &text) < 0);
    QVERIFY(isTrue(one) && isTrue(text) && !isTrue(textFact("off")) && !isTrue(textFact("0")) && !isTrue(flagFact(false)));
  }
};

QTEST_GUILESS_MAIN(FilterTest)
#include "filter_test.moc"
