// The report: text that cannot break the page, charts that hold every finite value, sections that survive missing and damaged input.
#include "core/report/report.h"
#include "core/base/error.h"
#include "core/base/units.h"
#include "core/report/doctor.h"
#include "core/report/html.h"
#include "core/report/run_sections.h"
#include "core/report/svg_chart.h"

#include <QXmlStreamReader>
#include <QtTest>
#include <cmath>

using namespace stepscope;

namespace {

// The body is XML, up to the doctype and the head's void elements.
QString wellFormed(const std::string& markup) {
  QXmlStreamReader xml(QByteArray("<x>") + QByteArray::fromStdString(markup) + "</x>");
  while (!xml.atEnd()) xml.readNext();
  return xml.hasError() ? xml.errorString() : QString();
}

}  // namespace

class ReportTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void escaping_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("markup") << QByteArray("<script>alert('x\"&')</script>")
                            << QByteArray("&lt;script&gt;alert(&#39;x&quot;&amp;&#39;)&lt;/script&gt;");
    QTest::newRow("unicode") << QByteArray("Łódź 日本 🎈") << QByteArray("Łódź 日本 🎈");
    QTest::newRow("control") << QByteArray(
                                    "a\x01"
                                    "b\x7f")
                             << QByteArray(
                                    "a\xEF\xBF\xBD"
                                    "b\xEF\xBF\xBD");
    QTest::newRow("stray byte") << QByteArray("a\xFFz") << QByteArray("a\xEF\xBF\xBDz");
    QTest::newRow("overlong slash") << QByteArray("\xC0\xAF") << QByteArray("\xEF\xBF\xBD\xEF\xBF\xBD");
    QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << QByteArray("\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
    QTest::newRow("cut off") << QByteArray("\xE6\x97") << QByteArray("\xEF\xBF\xBD\xEF\xBF\xBD");
  }
  void escaping() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    QCOMPARE(QByteArray::fromStdString(html::escaped(text.toStdString())), expected);
  }

  void units() {
    QCOMPARE(text::bytes(1536), std::string("1.5 KiB"));
    QCOMPARE(text::bytes(45.25 * 1024 * 1024), std::string("45.2 MiB"));
    QCOMPARE(text::milliseconds(0.84), std::string("840 µs"));
    QCOMPARE(text::milliseconds(1938), std::string("1.94 s"));
    QCOMPARE(text::milliseconds(0.0125), std::string("12.5 µs"));
    QCOMPARE(text::duration(125), std::string("2 min 5 s"));
    QCOMPARE(text::duration(3725), std::string("1 h 2 min"));
    QCOMPARE(text::rate(348e9, "FLOP/s"), std::string("348 GFLOP/s"));
    QCOMPARE(text::percent(0.9913), std::string("99.13 %"));
    QCOMPARE(text::count(11689512), std::string("11 689 512"));
    QCOMPARE(text::number(std::nan("")), std::string("-"));
    // Of figures that were measured; and numbers as a user wrote them, whatever their size.
    const double infinity = std::numeric_limits<double>::infinity();
    QCOMPARE(text::measured(std::nan("")), std::string("NaN"));
    QCOMPARE(text::measured(infinity), std::string("inf"));
    QCOMPARE(text::measured(-infinity), std::string("-inf"));
    QCOMPARE(text::measured(infoOf(Task::Classification).metric, infinity), std::string("inf"));
    QCOMPARE(text::measured(infoOf(Task::Classification).metric, 0.9913), std::string("99.13 %"));
    QCOMPARE(text::measured(0.25), text::number(0.25));
    QCOMPARE(text::exact(1e-9), std::string("1e-09"));
    QCOMPARE(text::exact(0.1), std::string("0.1"));
    QCOMPARE(text::exact(1.00001), std::string("1.00001"));
    QCOMPARE(text::number(12340), std::string("12340"));  // as views write it
    QCOMPARE(text::number(0.00012), std::string("0.00012"));
    QCOMPARE(text::number(1.2e-5), std::string("1.2e-05"));
    QCOMPARE(text::number(-2.5), std::string("-2.5"));
    QCOMPARE(text::number(0), std::string("0"));
    QCOMPARE(text::number(999.96), std::string("1000"));
  }

  void ticks() {
    QCOMPARE(svg::roundTicks(0, 1, 5), (std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1}));
    QCOMPARE(svg::roundTicks(0, 0, 5).size(), std::size_t{0});
    QCOMPARE(svg::roundTicks(0, std::nan(""), 5).size(), std::size_t{0});
    QVERIFY(svg::roundTicks(-3e9, 7e9, 6).size() <= 12);
  }

  void charts() {
    std::vector<Bucket> buckets;
    for (int i = 1; i <= 50; ++i) buckets.push_back({i * 10 - 9, i * 10, 1.0 / i - 0.01, 1.0 / i + 0.01, 1.0 / i});
    buckets[20].last = buckets[20].min = buckets[20].max = std::nan("");
    svg::Chart chart{"A <title>",  "step", {{"a & b", "var(--forward)", false, true, buckets}}, {{250, 1, "switch", "batch \"64\" -> 128"}},
                     text::number, false};
    const std::string markup = svg::chart(chart);
    QCOMPARE(wellFormed(markup), QString());
    QCOMPARE(QByteArray::fromStdString(markup).count("<circle"), 49);
    QVERIFY(markup.find("nan") == std::string::npos);
    QVERIFY(markup.find("batch &quot;64&quot; -&gt; 128") != std::string::npos);
    chart.curves[0].buckets.clear();
    QCOMPARE(svg::chart(chart), std::string());
    chart.curves[0].buckets = {{1, 1, 5, 5, 5}};  // one point, no range
    QCOMPARE(wellFormed(svg::chart(chart)), QString());
    QCOMPARE(wellFormed(svg::columns({{1, "red"}, {3, "red"}, {2, "blue"}}, 3, text::bytes, "memory", "node")), QString());
    QCOMPARE(wellFormed(svg::stackedBar({{"<x>", "red", "3 ms", 0.3}, {"y", "blue", "7 ms", 0.7}})), QString());
  }

  // Labels of markers stand above the plot, and no two of them overlap; what has no room is a line with a tooltip.
  void labelsOfMarkers_data() {
    QTest::addColumn<QList<int>>("steps");
    QTest::addColumn<QString>("label");
    QTest::addColumn<int>("shown");
    QTest::newRow("far apart") << QList<int>{10, 250, 480} << "resumed" << 3;
    QTest::newRow("at one step") << QList<int>{250, 250, 250} << "batch size 64 → 128" << 3;
    QTest::newRow("many at once") << QList<int>{250, 251, 252, 253, 254, 255} << "mixed precision off → bf16" << 3;
    QTest::newRow("at the right edge") << QList<int>{500, 499} << "best validation accuracy" << 2;
    QTest::newRow("not in order") << QList<int>{400, 20} << "resumed" << 2;
    QTest::newRow("Chinese") << QList<int>{100, 110, 120} << QString::fromUtf8("批大小 64 → 128") << 3;
    QTest::newRow("longer than the chart") << QList<int>{100} << QString(200, 'x') << 0;
  }
  void labelsOfMarkers() {
    QFETCH(QList<int>, steps);
    QFETCH(QString, label);
    QFETCH(int, shown);
    std::vector<Bucket> buckets;
    for (int i = 1; i <= 50; ++i) buckets.push_back({i * 10 - 9, i * 10, 1.0 / i, 1.0 / i, 1.0 / i});
    std::vector<Marker> markers;
    for (const int step : steps) markers.push_back({step, 1, "switch", label.toStdString()});
    const std::string markup = svg::chart({"Loss", "step", {{"training", "red", false, false, buckets}}, markers, text::number, false});
    QXmlStreamReader xml(QByteArray::fromStdString(markup));
    struct Box {
      double left, right, bottom;
    };
    std::vector<Box> boxes;
    double plotTop = 1e9;
    const double perColumn = 6;  // px of a letter at 11 px; of a Chinese one twice that
    while (!xml.atEnd()) {
      xml.readNext();
      if (!xml.isStartElement()) continue;
      if (xml.name() == QLatin1String("path"))  // the curve: its first point is the highest
        plotTop = xml.attributes().value("d").toString().section(' ', 1, 1).section('L', 0, 0).toDouble();
      if (xml.name() != QLatin1String("text")) continue;
      const double x = xml.attributes().value("x").toDouble(), y = xml.attributes().value("y").toDouble();
      if (xml.readElementText() != label) continue;
      double width = 0;
      for (const QChar c : label) width += c.unicode() >= 0x2E80 ? 2 * perColumn : perColumn;
      boxes.push_back({x, x + width, y});
    }
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    QCOMPARE(static_cast<int>(boxes.size()), shown);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      QVERIFY(boxes[i].bottom <= plotTop + 0.5);
      QVERIFY(boxes[i].left >= 0 && boxes[i].right <= 560);
      for (std::size_t j = 0; j < i; ++j)
        QVERIFY(std::abs(boxes[i].bottom - boxes[j].bottom) >= 11 || boxes[i].left >= boxes[j].right || boxes[j].left >= boxes[i].right);
    }
    QCOMPARE(QByteArray::fromStdString(markup).count("</title></line>"), steps.size());
  }

  // What is not finite is a mark with its step, and the legend tells it where it is the last.
  void marksOfWhatIsNotFinite() {
    svg::Curve curve{"validation", "red", false, false, {{1, 10, 1, 2, 2}}};
    curve.notFinite = {{20, 0, std::nan("")}, {30, 0, HUGE_VAL}, {40, 0, -HUGE_VAL}};
    svg::Chart chart{"Loss", "step", {curve}, {}, text::number, false};
    QString markup = QString::fromStdString(svg::chart(chart));
    QCOMPARE(wellFormed(markup.toStdString()), QString());
    for (const char* shown : {"step 20: NaN", "step 30: ", "step 40: "}) QVERIFY2(markup.contains(shown), qPrintable(markup));
    QVERIFY(!markup.section("class=\"legend\"", 1).contains(">2<") && !markup.section("class=\"legend\"", 1).contains(": -<"));
    chart.curves[0].buckets.clear();
    markup = QString::fromStdString(svg::chart(chart));
    QVERIFY2(markup.contains("step 20: NaN") && wellFormed(markup.toStdString()).isEmpty(), qPrintable(markup));
  }

  // A run of another program calls its series as it likes: all of them are drawn, alone and in a comparison.
  void seriesOfOthers() {
    QTemporaryDir folder;
    const std::string path = folder.filePath("runs.db").toStdString();
    std::vector<RunId> ids;
    {
      RunWriter writer(path);
      for (const char* name : {"one", "two"}) {
        RunInfo run;
        run.name = name;
        run.id = writer.createRun(run);
        for (int step = 1; step <= 10; ++step) {
          writer.append(run.id, "loss", {step, step * 0.1, 1.0 / step});
          writer.append(run.id, "value/odd", {step, step * 0.1, step % 2 ? std::nan("") : HUGE_VAL});
          writer.append(run.id, "system/cpu_share", {step, step * 0.1, 0.5});
        }
        run.status = RunStatus::Finished;
        run.step = 10;
        writer.finish(run);
        ids.push_back(run.id);
      }
    }
    const RunReader reader(path);
    for (const std::vector<RunId>& shown : {std::vector<RunId>{ids[0]}, ids}) {
      const QString page = QString::fromStdString(reportHtml(reader, shown));
      QVERIFY(page.contains("<h3>loss</h3>") && page.contains("<h3>value/odd</h3>") && !page.contains("<h3>system/cpu_share</h3>"));
      QVERIFY(!page.contains("before its first step") && !page.contains("got to its first step"));
    }
  }

  void damagedSections() {
    for (const char* json : {"", "{", "[]", "17", "{\"nodes\": 3, \"largest\": [1, {}], \"categories\": [{\"name\": 3}], \"ops\": [{}]}"}) {
      RunInfo run;
      run.configuration = json;
      for (const std::string& markup :
           {report::memory(json, {}), report::breakdown(json, {}), report::environment(json, {}), report::configuration(run, {})})
        QVERIFY2(wellFormed(markup).isEmpty(), qPrintable(wellFormed(markup) + " from " + json));
    }
  }

  void wholeReport() {
    QTemporaryDir folder;
    const std::string path = folder.filePath("runs.db").toStdString();
    RunId id = 0;
    {
      RunWriter writer(path);
      RunInfo run;
      run.name = "<b>mine</b>";
      run.model = "mlp & co";
      run.configuration =
          R"({"switches": {"batch_size": 64}, "project": {"name": "</td><script>"}, "data": {"mean": [0.5, 0.25]}, "model": {"layers": [{"type": "relu"}]}})";
      id = writer.createRun(run);
      for (int step = 1; step <= 3000; ++step) writer.append(id, "train_loss", {step, step * 0.01, 1.0 / step});
      writer.append(id, "train_loss", {3001, 30, std::nan("")});
      writer.mark(id, {1500, 15, "switch", "<i>batch</i>"});
      writer.setArtefact(id, "memory_plan", "damaged {");
      run.id = id;
      run.status = RunStatus::Failed;
      run.message = "step 3001: the loss is <not> a number.";
      run.step = 3001;
      run.finals = {{"val_accuracy", 0.5}, {"best_val_accuracy", 0.75}};
      writer.finish(run);
    }
    const RunReader reader(path);
    const std::string page = reportHtml(reader, {id});
    const QByteArray bytes = QByteArray::fromStdString(page);
    const int body = static_cast<int>(bytes.indexOf("<main>")), end = static_cast<int>(bytes.indexOf("</main>"));
    QVERIFY(body > 0 && end > body);
    QString problem = wellFormed(bytes.mid(body, end - body + 7).toStdString());
    QCOMPARE(problem, QString());
    for (const char* hostile : {"<script", "<b>mine", "<i>batch"}) QVERIFY2(!bytes.contains(hostile), hostile);
    for (const char* shown : {"switches.batch_size", "data.mean", "model.layers[0].type", "75 %", "failed", "&lt;not&gt;"})
      QVERIFY2(bytes.contains(shown), shown);
    QVERIFY_EXCEPTION_THROWN(reportHtml(reader, {id + 1}), Error);
    writeReport(path, {id}, folder.filePath("a.html").toStdString());
    QVERIFY(QFile::exists(folder.filePath("a.html")));
    QVERIFY_EXCEPTION_THROWN(writeReport(path, {id}, folder.filePath("none/a.html").toStdString()), Error);
    QCOMPARE(QDir(folder.path()).entryList({"*.tmp-*"}).size(), 0);
  }

  void gpu() {
    const GpuReport gpu = findGpu();
    QVERIFY(gpu.explanation.ends_with('.'));
    QCOMPARE(gpu.driver, !gpu.devices.empty());
  }
};

QTEST_GUILESS_MAIN(ReportTest)
#include "report_test.moc"
