// Every measured figure of README.md and docs/ is in a table that tests/bench/make_tables.py made from a raw result, and equals it.
// The figures are computed here once more from the raw step times, so that neither a stale text nor a fault of the script passes.
#include <QtTest>

#include <algorithm>
#include <optional>

namespace {

QString figure(double value, int decimals) {
  return QString::number(value, 'f', decimals);
}

double medianOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::vector<double> stepsOf(const QJsonObject& round, const QString& side) {
  std::vector<double> ms;
  for (const QJsonValue& value : round["turns"].toObject()[side].toObject()["step_ms"].toArray()) ms.push_back(value.toDouble());
  return ms;
}

struct Pair {
  double ours = 1e300, peer = 1e300;  // fastest steps
  std::vector<double> ratios;         // of the medians, a round

  double fastest() const { return peer / ours; }
};

Pair pairOf(const QJsonArray& rounds, const QString& ours, const QString& peer) {
  Pair pair;
  for (const QJsonValue& value : rounds) {
    const QJsonObject round = value.toObject();
    if (round["disturbed"].toBool()) continue;
    const std::vector<double> mine = stepsOf(round, ours), theirs = stepsOf(round, peer);
    if (mine.empty() || theirs.size() != mine.size()) return {};
    pair.ours = std::min(pair.ours, *std::min_element(mine.begin(), mine.end()));
    pair.peer = std::min(pair.peer, *std::min_element(theirs.begin(), theirs.end()));
    pair.ratios.push_back(medianOf(theirs) / medianOf(mine));
  }
  return pair;
}

// "| a | b |" as its cells.
QStringList cellsOf(const QString& line) {
  QStringList cells = line.split('|');
  if (cells.size() < 3) return {};
  cells.removeFirst();
  cells.removeLast();
  for (QString& cell : cells) cell = cell.trimmed();
  return cells;
}

// What is wrong with a published row of the raw result; empty when nothing is.
QString whatIsWrong(const QStringList& cells, const QJsonObject& raw) {
  const QString commit = raw["commit"].toString(), date = raw["date"].toString().left(10);
  if (commit.size() != 40 || date.size() != 10 || raw["cpu"].toString().isEmpty()) return "the raw result has no commit, date or CPU";
  const auto has = [&](int column, const QString& text) { return column < cells.size() && cells[column] == text; };
  const auto contains = [&](const QString& text) {
    return std::any_of(cells.begin(), cells.end(), [&](const QString& cell) { return cell.contains(text); });
  };
  if (!contains(commit.left(7)) || !contains(date)) return "commit or date differ";
  const QString kind = raw["kind"].toString();
  if (kind == "claim") {
    if (!has(0, raw["what"].toString()) || !has(1, raw["figure"].toString())) return "the figure is not " + raw["figure"].toString();
    if (!has(2, '`' + raw["command"].toString() + '`')) return "the command differs";
    QString output;
    for (const QJsonValue& line : raw["output"].toArray()) output += line.toString() + '\n';
    return output.isEmpty() ? "no output was kept" : QString();
  }
  if (kind == "memory") {
    double least = 1e300;
    for (const QJsonValue& value : raw["peer_tries"].toArray())
      if (const double bytes = value.toObject()["process_bytes"].toDouble(); bytes > 0) least = std::min(least, bytes);
    const double ours = raw["ours_process_bytes"].toDouble();
    if (!has(1, figure(ours * 1e-6, 0)) || !has(3, figure(least * 1e-6, 0))) return "the bytes differ";
    return has(4, "**" + figure(ours / least, 2) + "**") ? QString() : "the ratio is " + figure(ours / least, 2);
  }
  if (kind != "speed") return "there is no kind " + kind;
  const QString precision = cells.value(0).section(", ", -1);
  const QJsonArray rounds = raw["rounds"].toArray();
  const Pair same = pairOf(rounds, "Stepscope " + precision, "PyTorch " + precision);
  if (same.ratios.size() < 10) return "fewer than ten undisturbed rounds";
  if (!has(1, figure(same.ours, 2)) || !has(2, figure(same.peer, 2))) return "the fastest steps differ";
  if (!has(3, "**" + figure(same.fastest(), 2) + "**")) return "the ratio of the fastest steps is " + figure(same.fastest(), 2);
  const QRegularExpression interval("^([0-9.]+) \\(([0-9.]+) to ([0-9.]+)\\)$");
  const QRegularExpressionMatch found = interval.match(cells.value(4));
  const double median = medianOf(same.ratios);
  if (!found.hasMatch() || found.captured(1) != figure(median, 2)) return "the median of the paired ratios is " + figure(median, 2);
  const auto [least, most] = std::minmax_element(same.ratios.begin(), same.ratios.end());
  const double low = found.captured(2).toDouble(), high = found.captured(3).toDouble(), rounding = 0.0051;
  if (low > median + rounding || high < median - rounding || low < *least - rounding || high > *most + rounding)
    return "the interval does not belong to the ratios";
  double best = 1e300;
  for (const QString& side : raw["sides"].toObject().keys())
    if (side.startsWith("PyTorch")) best = std::min(best, pairOf(rounds, "Stepscope " + precision, side).peer);
  return cells.value(5).startsWith(figure(best / same.ours, 2) + " (") ? QString()
                                                                       : "against the best precision it is " + figure(best / same.ours, 2);
}

// A row of what tests/gpu/contact timed: each figure is that of its check.
QString whatIsWrongOnGpu(const QStringList& cells, const QByteArray& lines) {
  QMap<QString, QJsonObject> checks;
  for (const QByteArray& line : lines.split('\n')) {
    const QJsonObject entry = QJsonDocument::fromJson(line).object();
    if (entry["figures"].toObject().contains("median_ms")) checks[entry["check"].toString()] = entry;
  }
  const QString name = cells.value(0);
  if (!checks.contains(name)) return "no check has this name";
  const auto ms = [&](const QString& what) { return checks.value(name + what)["figures"].toObject()["median_ms"].toDouble(); };
  const auto told = [&](const QString& what) {
    return ms(what) > 0 ? figure(ms(what), 2) : name.endsWith("untuned") ? QString() : QStringLiteral("not reached");
  };
  const QString variants[] = {"", ", again", ", PyTorch eager", ", PyTorch compiled"};
  const int columns[] = {1, 2, 4, 5};
  for (int i = 0; i < 4; ++i)
    if (cells.value(columns[i]) != told(variants[i])) return "the time" + variants[i] + " is " + told(variants[i]);
  if (cells.value(3) != figure(checks[name]["figures"].toObject()["samples_per_second"].toDouble(), 0)) return "the rate differs";
  double best = 0;
  for (const QString& peer : {variants[2], variants[3]})
    if (ms(peer) > 0) best = best > 0 ? std::min(best, ms(peer)) : ms(peer);
  if (cells.value(6) != (best > 0 ? "**" + figure(best / ms(""), 2) + "**" : QString())) return "the ratio differs";
  const QString taken = checks[name]["commit"].toString().left(7) + ", " + checks[name]["at"].toString().left(10);
  return cells.value(7) == taken ? QString() : "it was taken at " + taken;
}

}  // namespace

class BenchDocumentsTest : public QObject {
  Q_OBJECT

  const QDir root_{QStringLiteral(STEPSCOPE_SOURCE_DIR)};
  QMap<QString, QJsonObject> results_;

  QString read(const QString& file) const {
    QFile opened(root_.filePath(file));
    return opened.open(QIODevice::ReadOnly) ? QString::fromUtf8(opened.readAll()) : QString();
  }

 private Q_SLOTS:
  void initTestCase() {
    const QDir folder(root_.filePath("tests/bench/results"));
    QDirIterator files(folder.path(), {"*.json"}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
      const QString name = folder.relativeFilePath(files.next());
      QJsonParseError error{};
      results_[name] = QJsonDocument::fromJson(read("tests/bench/results/" + name).toUtf8(), &error).object();
      QVERIFY2(error.error == QJsonParseError::NoError, qPrintable(name + ": " + error.errorString()));
    }
    QVERIFY2(!results_.isEmpty(), "there are no raw results");
  }

  void everyRowIsItsRawResult() {
    const QString text = read("docs/benchmarks.md");
    QVERIFY(!text.isEmpty());
    const QRegularExpression link("\\(\\.\\./tests/bench/results/([^)]+)\\)");
    const QRegularExpression gpuLink("\\(\\.\\./tests/gpu/results/([^)]+)\\)");
    QMap<QString, int> rows;
    int onGpus = 0;
    bool made = false;
    for (const QString& line : text.split('\n')) {
      if (line.startsWith("<!--")) made = line != "<!-- end -->";
      if (!line.startsWith('|') || line.startsWith("| ---")) continue;
      QVERIFY2(made, qPrintable("a table that no raw result stands for: " + line));
      if (const QRegularExpressionMatch onGpu = gpuLink.match(line); onGpu.hasMatch()) {
        const QString wrong = whatIsWrongOnGpu(cellsOf(line), read("tests/gpu/results/" + onGpu.captured(1)).toUtf8());
        QVERIFY2(wrong.isEmpty(), qPrintable(line + ": " + wrong));
        ++onGpus;
        continue;
      }
      const QRegularExpressionMatch found = link.match(line);
      if (!found.hasMatch()) {  // the heading of a table
        QVERIFY2(!line.contains(QRegularExpression("\\| \\**[0-9]")), qPrintable("figures without a raw result: " + line));
        continue;
      }
      const QString name = found.captured(1);
      QVERIFY2(results_.contains(name), qPrintable(name + " is missing"));
      const QString wrong = whatIsWrong(cellsOf(line), results_[name]);
      QVERIFY2(wrong.isEmpty(), qPrintable(name + ": " + wrong));
      ++rows[name];
    }
    QVERIFY(onGpus > 0);
    for (auto it = results_.constBegin(); it != results_.constEnd(); ++it) {
      int expected = 1;
      if (it.value()["kind"] == "speed") {
        const QStringList sides = it.value()["sides"].toObject().keys();
        expected = static_cast<int>(std::count_if(sides.begin(), sides.end(), [](const QString& s) { return s.startsWith("Stepscope"); }));
      }
      QVERIFY2(rows[it.key()] == expected, qPrintable(it.key() + " is not in docs/benchmarks.md; run tests/bench/make_tables.py"));
    }
  }

  // Speed, memory and accuracy are told in docs/benchmarks.md alone.
  void noFigureElsewhere() {
    const QRegularExpression measured("[0-9] ?(ms|MB|GB|MiB|GiB|GFLOP/s|samples/s|steps/s|%)|times as fast|times faster");
    for (const QString& file : {QStringLiteral("README.md"), QStringLiteral("docs/status.md"), QStringLiteral("docs/architecture.md")}) {
      const QString text = read(file);
      QVERIFY2(!text.isEmpty(), qPrintable(file));
      bool code = false;
      for (const QString& line : text.split('\n')) {
        if (line.startsWith("```")) code = !code;
        if (!code) QVERIFY2(!line.contains(measured), qPrintable(file + " has a figure without a raw result: " + line));
      }
    }
  }

  void readmeIsShortAndItsLinksExist() {
    QVERIFY(read("README.md").count('\n') <= 120);
    const QRegularExpression link("\\]\\(([^)#:]+)\\)");
    for (const QString& file : {QStringLiteral("README.md"), QStringLiteral("docs/status.md"), QStringLiteral("docs/architecture.md"),
                                QStringLiteral("docs/benchmarks.md")}) {
      const QDir folder = QFileInfo(root_.filePath(file)).dir();
      int links = 0;
      for (auto match = link.globalMatch(read(file)); match.hasNext(); ++links) {
        const QString target = match.next().captured(1);
        QVERIFY2(QFileInfo::exists(folder.filePath(target)), qPrintable(file + " links to " + target));
      }
      QVERIFY2(links > 0, qPrintable(file));
    }
  }

  // The check above finds a figure that was changed by hand.
  void aChangedFigureIsFound_data() {
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("wrong");
    QTest::newRow("as it is") << -1 << ""
                              << "";
    QTest::newRow("our step") << 1 << "1.01"
                              << "the fastest steps differ";
    QTest::newRow("their step") << 2 << "2.01"
                                << "the fastest steps differ";
    QTest::newRow("the ratio") << 3 << "**2.01**"
                               << "the ratio of the fastest steps is 2.00";
    QTest::newRow("the median") << 4 << "2.06 (2.00 to 2.10)"
                                << "the median of the paired ratios is 2.05";
    QTest::newRow("the interval") << 4 << "2.05 (2.00 to 2.30)"
                                  << "the interval does not belong to the ratios";
    QTest::newRow("the best precision") << 5 << "2.00 (f32)"
                                        << "against the best precision it is 1.50";
    QTest::newRow("the commit") << 7 << "7654321, 2026-11-22"
                                << "commit or date differ";
  }

  void aChangedFigureIsFound() {
    QFETCH(int, column);
    QFETCH(QString, text);
    QFETCH(QString, wrong);
    QJsonArray rounds;
    for (int i = 0; i < 10; ++i) {
      const auto turn = [&](double ms) { return QJsonObject{{"step_ms", QJsonArray{ms, ms, ms + 1}}}; };
      rounds.append(
          QJsonObject{{"disturbed", false},
                      {"turns", QJsonObject{{"Stepscope f32", turn(1)}, {"PyTorch f32", turn(2 + 0.1 * (i % 2))}, {"PyTorch bf16", turn(1.5)}}}});
    }
    rounds.append(QJsonObject{{"disturbed", true}, {"turns", QJsonObject{}}});
    const QJsonObject raw{{"kind", "speed"},
                          {"commit", "1234567890123456789012345678901234567890"},
                          {"date", "2026-11-22T01:02:03Z"},
                          {"cpu", "a CPU"},
                          {"sides", QJsonObject{{"Stepscope f32", 0}, {"PyTorch f32", 0}, {"PyTorch bf16", 0}}},
                          {"rounds", rounds}};
    QStringList cells{"mlp, batch 64, f32", "1.00", "2.00", "**2.00**", "2.05 (2.00 to 2.10)", "1.50 (bf16)", "eager", "1234567, 2026-11-22"};
    if (column >= 0) cells[column] = text;
    QCOMPARE(whatIsWrong(cells, raw), wrong);
  }

  // Each figure of a row that was taken on a GPU.
  void aChangedFigureOfAGpuIsFound() {
    QByteArray lines;
    const auto add = [&](const char* check, double ms) {
      const QJsonObject figures{{"median_ms", ms}, {"samples_per_second", 64 / ms * 1e3}};
      lines += QJsonDocument(QJsonObject{{"check", check}, {"commit", "123456789012"}, {"at", "2026-11-27T01:02:03"}, {"figures", figures}})
                   .toJson(QJsonDocument::Compact) +
               '\n';
    };
    add("gpt, batch 64, bf16", 8);
    add("gpt, batch 64, bf16, PyTorch eager", 4);
    add("gpt, batch 64, bf16, PyTorch compiled", 3);
    const QStringList cells{"gpt, batch 64, bf16", "8.00", "not reached", "8000", "4.00", "3.00", "**0.38**", "1234567, 2026-11-27"};
    QCOMPARE(whatIsWrongOnGpu(cells, lines), QString());
    for (int column = 0; column < cells.size(); ++column) {
      QStringList changed = cells;
      changed[column].replace(QRegularExpression("[0-9](?=[^0-9]*$)|not reached"), "7.01");
      QVERIFY2(!whatIsWrongOnGpu(changed, lines).isEmpty(), qPrintable(changed[column]));
    }
  }
};

QTEST_GUILESS_MAIN(BenchDocumentsTest)
#include "documents_test.moc"
