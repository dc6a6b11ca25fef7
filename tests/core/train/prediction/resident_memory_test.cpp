// Memory of whole processes: what a run predicts of its process against what the system says, for every model of the zoo in a process of
// its own. STEPSCOPE_ZOO_PART=2/4: only the second quarter of the models.
#include <fstream>

#include "tests/app/cli/command_line.h"
#include "tests/support/zoo_rows.h"

#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr std::int64_t kMiB = std::int64_t{1} << 20;

// A few batches to train on and to validate, in a size that leaves the arithmetic to seconds.
QByteArray projectFor(const ZooEntry& entry, const QTemporaryDir& folder) {
  QByteArray data;
  int batch = 8;
  if (entry.task == Task::LanguageModel) {
    std::ofstream text(folder.filePath("song.txt").toStdString());
    for (int i = 0; i < 200; ++i) text << "one two three four " << (i % 2 ? "five.\n" : "six!\n");
    data = "kind = \"text\"\npath = \"song.txt\"\ncontext_length = 128\nvalidation_split = 0.2\n";
  } else if (entry.name == "tabular_mlp") {
    std::ofstream table(folder.filePath("table.csv").toStdString());
    table << "a,b,c,kind\n";
    for (int i = 0; i < 4096; ++i) table << i % 7 << ',' << i % 11 << ',' << i % 13 << ',' << (i % 7 > i % 11 ? "up" : "down") << '\n';
    data = "kind = \"table\"\npath = \"table.csv\"\nvalidation_split = 0.2\n";
    batch = 512;
  } else {
    const bool large = entry.defaultSample.size() == 3 && entry.defaultSample[1] > 64;
    const int size = large ? 64 : static_cast<int>(entry.defaultSample.back() == 784 ? 28 : entry.defaultSample[1]);
    if (!large) batch = 128;
    data = "kind = \"synthetic\"\nimage_size = " + QByteArray::number(size) + "\ncount = " + QByteArray::number(4 * batch) +
           "\nvalidation_split = 0.25\n";
    if (entry.defaultSample.front() == 1) data += "mean = [0.5]\nstd = [0.5]\n";
  }
  return "[data]\n" + data + "[model]\nname = \"" + QByteArray::fromStdString(entry.name) +
         "\"\n[train]\nepochs = 1\nthreads = 2\n[train.optimizer]\nname = \"sgd\"\nlearning_rate = 0.001\nmomentum = 0.9\n"
         "[switches]\nautotune = \"off\"\nnum_workers = 1\nbatch_size = " +
         QByteArray::number(batch) + "\n";
}

}  // namespace

class ResidentMemoryTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void asPredicted_data() { addZooRows(); }
  void asPredicted() {
    QFETCH(QString, name);
    QTemporaryDir folder;
    compare(name, folder, projectFor(zooEntry(name), folder));
  }

  // The first run in bf16 measures what the machine does, with blocks that are larger than a small model.
  void measuringTheMachineIsCounted() {
    QTemporaryDir folder, cache;
    qputenv("XDG_CACHE_HOME", cache.path().toUtf8());
    compare("lenet5", folder, projectFor(zooEntry("lenet5"), folder) + "amp = \"bf16\"\n");
  }

 private:
  static void compare(const QString& name, const QTemporaryDir& folder, const QByteArray& project) {
    const Said said = cli({"train", writeProject(folder, project), "--json"});
    QVERIFY2(said.exitCode == 0, said.err + said.out);
    const QJsonObject end = said.lines().value(said.lines().size() - 1);
    QCOMPARE(end["event"].toString(), QString("end"));
    const auto bytes = [&](const char* key) { return end[QLatin1String(key)].toDouble(); };
    const double predicted = bytes("predicted_process_bytes"), peak = bytes("process_peak_bytes");
    const double plan = bytes("predicted_peak_bytes"), resident = bytes("measured_peak_bytes");
    qInfo("%-20s plan %8.1f MiB, resident of it %8.1f; process predicted %8.1f, at most %8.1f, %+6.1f (%+.1f %%)", qPrintable(name), plan / kMiB,
          resident / kMiB, predicted / kMiB, peak / kMiB, (peak - predicted) / kMiB, 100 * (peak / predicted - 1));
    QVERIFY(plan > 0 && peak > plan);
    QVERIFY2(resident >= plan && resident <= plan + 4 * kMiB, qPrintable(QString("%1 of %2 bytes").arg(resident).arg(plan)));
    QVERIFY2(std::abs(peak - predicted) <= 0.03 * predicted + 20e6, qPrintable(QString("%1 of %2 bytes").arg(peak).arg(predicted)));
  }
};

QTEST_GUILESS_MAIN(ResidentMemoryTest)
#include "resident_memory_test.moc"
