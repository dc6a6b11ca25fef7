// Every command of stepscope-cli as a process: its JSON, its exit codes, and Ctrl+C.
#include <QRegularExpression>
#include <QtTest>
#include <cmath>
#include <csignal>

#include "core/train/checkpoint/checkpoint.h"
#include "tests/app/cli/command_line.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

QJsonObject named(const QList<QJsonObject>& lines, const QString& event) {
  for (const QJsonObject& line : lines)
    if (line["event"] == event) return line;
  return {};
}

}  // namespace

class CliTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void help() {
    const Said said = cli({"--help"});
    QCOMPARE(said.exitCode, 0);
    for (const char* command : {"train", "bench", "switches", "model", "runs", "report", "doctor", "lrtest", "sample"})
      QVERIFY2(said.out.contains(command), command);
    QCOMPARE(cli({"--version"}).exitCode, 0);
  }

  void usage_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("nothing") << QStringList{};
    QTest::newRow("unknown command") << QStringList{"trian"};
    QTest::newRow("unknown option") << QStringList{"train", "project.toml", "--epochs", "3"};
    QTest::newRow("no project") << QStringList{"train"};
    QTest::newRow("bench without a model") << QStringList{"bench", "--json"};
    QTest::newRow("report without --out") << QStringList{"report", "project.toml", "1"};
    QTest::newRow("a batch of zero") << QStringList{"bench", "mlp", "--batch", "0"};
    QTest::newRow("a run that is no number") << QStringList{"runs", "show", "project.toml", "last"};
  }
  void usage() {
    QFETCH(QStringList, arguments);
    const Said said = cli(arguments);
    QCOMPARE(said.exitCode, 2);
    QVERIFY(said.out.isEmpty());
    QVERIFY(!said.err.isEmpty());
  }

  void trainInJsonLines() {
    QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    const Said said = cli({"train", project, "--json", "--set", "train.epochs=3", "--device", "cpu"});
    QVERIFY2(said.exitCode == 0, said.err);
    const QList<QJsonObject> lines = said.lines();
    QCOMPARE(lines.size(), 5);
    QCOMPARE(lines[0]["event"].toString(), QString("start"));
    requireFields(lines[0], {"run", "model", "parameters", "predicted_peak_bytes"});
    QCOMPARE(lines[0]["model"].toString(), QString("mlp"));
    QCOMPARE(lines[0]["parameters"].toInt(), (3 * 12 * 12 + 1) * 48 + 49 * 24 + 25 * 5);
    for (int i = 1; i <= 3; ++i) {
      const QJsonObject epoch = lines[i];
      QCOMPARE(epoch["event"].toString(), QString("epoch"));
      QCOMPARE(epoch["epoch"].toInt(), i);
      for (const char* field : {"train_loss", "val_loss", "val_accuracy", "lr", "samples_per_second"}) QVERIFY2(epoch[field].isDouble(), field);
    }
    const QJsonObject end = lines[4];
    QCOMPARE(end["event"].toString(), QString("end"));
    QCOMPARE(end["status"].toString(), QString("finished"));
    QCOMPARE(end["steps"].toInt(), 30);
    QCOMPARE(end["epochs"].toInt(), 3);
    requireFields(end, {"run", "seconds", "val_accuracy", "best_val_accuracy", "val_loss", "samples_per_second", "predicted_peak_bytes",
                        "measured_peak_bytes", "predicted_process_bytes", "process_peak_bytes"});
    QCOMPARE(end["predicted_peak_bytes"], lines[0]["predicted_peak_bytes"]);
    // Pages: what is resident ends with a whole one.
    const double pages = end["measured_peak_bytes"].toDouble() - end["predicted_peak_bytes"].toDouble();
    QVERIFY(pages >= 0 && pages <= 4 << 20);
    QVERIFY(end["process_peak_bytes"].toDouble() > end["measured_peak_bytes"].toDouble());
    QVERIFY(end["predicted_process_bytes"].toDouble() > end["predicted_peak_bytes"].toDouble());
    QVERIFY(QFile::exists(end["report"].toString()));
  }

  void trainInWords() {
    QTemporaryDir folder;
    writeProject(folder, kSmallProject);
    const Said said = cli({"train", folder.path()});  // the folder of project.toml
    QVERIFY2(said.exitCode == 0, said.err);
    QVERIFY2(said.out.contains("Report: ") && said.out.contains("report.html"), said.out);
    // The captured window is kept beside the run, as the desktop keeps it.
    const QString capture = folder.filePath(".stepscope/runs/1/capture.sstrace");
    QVERIFY2(said.out.contains("Timeline: stepscope ") && QFile::exists(capture), said.out);
    const Said trace = cli({"trace", "summary", capture, "--json"});
    QVERIFY2(trace.exitCode == 0, trace.err);
    QCOMPARE(trace.lines().value(0)["steps"].toArray().size(), 5);
    // What recording cost stands beside it, or that it is not known, as in so short a run.
    QVERIFY(trace.lines().value(0)["recorded_step_ms"].toDouble() > 0);
    QVERIFY(trace.lines().value(0)["unrecorded_step_ms"].isNull());
    QVERIFY2(said.err.contains("epoch 2") && !said.err.contains('\r'), said.err);  // no terminal, no bar
  }

  void runsAndReport() {
    QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    Said said = cli({"runs", "list", project, "--json"});
    QCOMPARE(said.exitCode, 0);
    QVERIFY(said.out.isEmpty());
    QVERIFY(cli({"runs", "list", project}).out.contains("No runs yet"));
    QCOMPARE(cli({"train", project, "--json"}).exitCode, 0);
    QCOMPARE(cli({"train", project, "--json", "--set", "switches.batch_size=64"}).exitCode, 0);

    said = cli({"runs", "list", project, "--json"});
    QCOMPARE(said.exitCode, 0);
    const QList<QJsonObject> runs = said.lines();
    QCOMPARE(runs.size(), 2);
    QCOMPARE(runs[0]["run"].toInt(), 2);  // the newest first
    requireFields(runs[0], {"name", "model", "status", "created_ms", "seconds", "steps", "epochs", "finals"});
    requireFields(runs[0]["finals"].toObject(), {"train_loss", "val_loss", "val_accuracy", "best_val_accuracy", "samples_per_second"});
    QVERIFY(cli({"runs", "list", project}).out.contains("finished"));

    said = cli({"runs", "show", project, "1", "--json"});
    QCOMPARE(said.exitCode, 0);
    const QJsonObject run = said.lines().value(0);
    const QJsonObject series = run["series"].toObject();
    for (const char* key : {"train_loss", "train_accuracy", "lr", "samples_per_second", "step_ms", "data_wait_ms"}) {
      const QJsonObject one = series[key].toObject();
      QCOMPARE(one["steps"].toArray().size(), 20);
      QCOMPARE(one["values"].toArray().size(), 20);
      QCOMPARE(one["seconds"].toArray().size(), 20);
    }
    QCOMPARE(series["val_accuracy"].toObject()["values"].toArray().size(), 2);
    QCOMPARE(run["configuration"].toObject()["switches"].toObject()["batch_size"].toInt(), 32);
    QVERIFY(!run["breakdown"].toObject()["categories"].toArray().isEmpty());
    QVERIFY(run["memory_plan"].toObject()["predicted_peak_bytes"].toDouble() > 0);
    QVERIFY(!run["environment"].toObject()["device"].toString().isEmpty());
    QVERIFY(cli({"runs", "show", project, "1"}).out.contains("train_loss"));

    const QString page = folder.filePath("run.html");
    said = cli({"report", project, "1", "--out", page});
    QVERIFY2(said.exitCode == 0, said.err);
    QFile file(page);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray html = file.readAll();
    for (const char* section : {"<svg", "Loss", "Accuracy", "Learning rate", "Throughput", "Configuration", "Memory", "Where the time of a step goes",
                                "Environment", "prefers-color-scheme", "switches.batch_size", "Measured peak"})
      QVERIFY2(html.contains(section), section);
    for (const char* outside : {"<script", "http://", "https://", "<link", "src=", "@import", "url("}) QVERIFY2(!html.contains(outside), outside);
  }

  // The runs of a project can be seen, and resumed, where the project file no longer finds the data.
  void runsOutliveTheData() {
    QTemporaryDir folder, data;
    const QString project = writeProject(folder,
                                         "[data]\nkind = \"shapes\"\npath = \"pictures\"\ncount = 80\nimage_size = 16\n[model]\nname = "
                                         "\"mlp\"\n[train]\nepochs = 1\n[switches]\nbatch_size = 16\n");
    const Said first = cli({"train", project, "--json"});
    QVERIFY2(first.exitCode == 0, first.err);
    QVERIFY(QDir(folder.filePath("pictures")).exists());
    QFile file(project);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray moved = file.readAll().replace("shapes", "image_folder").replace("count = 80\n", "").replace("\"pictures", "\"gone");
    file.close();
    writeProject(folder, moved);
    QCOMPARE(cli({"train", project}).exitCode, 1);
    QCOMPARE(cli({"runs", "list", project, "--json"}).lines().size(), 1);
    const Said resumed = cli({"train", project, "--json", "--resume", "1", "--set", "train.epochs=2"});
    QVERIFY2(resumed.exitCode == 0, resumed.err);
    QCOMPARE(named(resumed.lines(), "end")["epochs"].toInt(), 2);
    // Nothing left to do: the figures of the run stay.
    const Said nothing = cli({"train", project, "--json", "--resume", "1"});
    QVERIFY2(nothing.exitCode == 4 && nothing.err.contains("There is nothing left to do") && nothing.err.contains("--set train.epochs=4"),
             nothing.err);
    const QJsonObject again = named(nothing.lines(), "end");
    QCOMPARE(again["status"].toString(), QString("finished"));
    QVERIFY(again["nothing_left"].toBool());
    QCOMPARE(again["epochs"].toInt(), 2);
    QCOMPARE(again["measured_peak_bytes"], named(resumed.lines(), "end")["measured_peak_bytes"]);
  }

  void model() {
    const Said said = cli({"model", "summary", "lenet5", "--batch", "16", "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    const QJsonObject model = said.lines().value(0);
    QCOMPARE(model["parameters"].toInt(), 61706);
    QCOMPARE(model["batch"].toInt(), 16);
    QVERIFY(model["flops"].toDouble() > 0);
    QVERIFY(model["predicted_peak_bytes"].toDouble() > 61706 * 8);
    int parameters = 0;
    for (const QJsonValue& layer : model["layers"].toArray()) {
      requireFields(layer.toObject(), {"layer", "op", "output", "parameters", "flops"});
      parameters += layer["parameters"].toInt();
      QCOMPARE(layer["output"].toArray().at(0).toInt(), 16);
    }
    QCOMPARE(parameters, 61706);
    QVERIFY(cli({"model", "summary", "resnet18", "--image", "64"}).out.contains("11 689 512"));
  }

  void initialValues() {
    const Said said = cli({"model", "init", "resnet20", "--seed", "3", "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    const QJsonObject model = said.lines().value(0);
    QCOMPARE(model["disagreeing"].toInt(), 0);
    QCOMPARE(model["seed"].toInt(), 3);
    QCOMPARE(model["parameters"].toArray().size(), 59);
    for (const QJsonValue& row : model["parameters"].toArray()) {
      requireFields(row.toObject(), {"parameter", "shape", "rule", "expected_mean", "expected_std", "mean", "std", "agrees", "disagreement"});
      QVERIFY(row["agrees"].toBool());
    }
    QVERIFY(cli({"model", "init", "lenet5"}).out.contains("uniform in ±0.2"));
    // The rules of a project, on the input of its data.
    QTemporaryDir folder;
    QFile file(folder.filePath("project.toml"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(
        "[data]\nkind = \"synthetic\"\nimage_size = 16\ncount = 64\n[model]\nname = \"resnet20\"\n"
        "[model.init]\nconv = \"xavier_uniform\"\nnorm = \"zero_gamma\"\n");
    file.close();
    const Said project = cli({"model", "init", folder.path(), "--json"});
    QVERIFY2(project.exitCode == 0, project.err);
    int zeros = 0;
    for (const QJsonValue& row : project.lines().value(0)["parameters"].toArray()) {
      if (row["parameter"].toString() == "conv1.weight") QCOMPARE(row["rule"].toString(), QString("uniform in ±0.1873"));
      if (row["parameter"].toString().endsWith("bn2.weight") && row["rule"].toString() == "constant 0") ++zeros;
    }
    QCOMPARE(zeros, 9);
    QVERIFY(cli({"model", "summary", folder.path()}).out.contains("269 722"));
  }

  // Steps with a growing rate, and nothing kept: no run, no checkpoint, the same answer again.
  void learningRateRangeTest() {
    QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    const QStringList arguments{"lrtest", project, "--least", "1e-5", "--most", "10", "--steps", "60", "--json"};
    const Said said = cli(arguments);
    QVERIFY2(said.exitCode == 0, said.err);
    const QList<QJsonObject> lines = said.lines();
    const QJsonObject end = lines.last();
    QCOMPARE(end["event"].toString(), QString("end"));
    QCOMPARE(end["steps"].toInt(), static_cast<int>(lines.size()) - 1);
    QVERIFY(!end["cancelled"].toBool());
    for (int i = 0; i + 1 < lines.size(); ++i) {
      requireFields(lines[i], {"step", "steps", "lr", "loss", "smoothed"});
      QCOMPARE(lines[i]["step"].toInt(), i + 1);
      QVERIFY(qAbs(lines[i]["lr"].toDouble() / (1e-5 * std::pow(1e6, i / 60.0)) - 1) < 1e-9);
    }
    QVERIFY2(end["suggestion"].toDouble() > 1e-5 && end["suggestion"].toDouble() < 10, said.out);
    QVERIFY(cli({"runs", "list", project}).out.contains("No runs yet"));
    const Said again = cli(arguments);
    QCOMPARE(again.out, said.out);
    const Said words = cli({"lrtest", project, "--least", "1e-5", "--most", "10", "--steps", "60"});
    QVERIFY2(words.exitCode == 0 && words.out.contains("Suggested learning rate: "), words.out + words.err);
    QCOMPARE(cli({"lrtest", project, "--least", "1", "--most", "0.1"}).exitCode, 1);
  }

  // A language model that is trained, writes, and has what it wrote in its report.
  void sampleOfText() {
    QTemporaryDir folder;
    QFile text(folder.filePath("song.txt"));
    QVERIFY(text.open(QIODevice::WriteOnly));
    text.write(QByteArray("the <quick> brown fox & the lazy dog.\n").repeated(60));
    text.close();
    const QString project = writeProject(folder,
                                         "[data]\nkind = \"text\"\npath = \"song.txt\"\ncontext_length = 16\nvalidation_split = 0.1\n"
                                         "[model]\nname = \"lstm\"\nhidden = 24\nembedding = 12\nlayers = 1\n[train]\nepochs = 1\n"
                                         "[train.optimizer]\nname = \"adam\"\nlearning_rate = 0.01\n[switches]\nbatch_size = 16\n");
    QCOMPARE(cli({"sample", project}).exitCode, 1);  // nothing is trained yet
    const Said trained = cli({"train", project, "--json"});
    QVERIFY2(trained.exitCode == 0, trained.err);
    const QString page = named(trained.lines(), "end")["report"].toString();
    QVERIFY(named(trained.lines(), "end")["val_loss"].isDouble());

    const QStringList arguments{"sample", project, "--length", "40", "--prompt", "the ", "--seed", "5"};
    const Said words = cli(arguments);
    QVERIFY2(words.exitCode == 0, words.err);
    QCOMPARE(words.out.size(), 4 + 40 + 1);
    QVERIFY(words.out.startsWith("the "));
    const Said json = cli(arguments + QStringList{"--run", "1", "--json"});
    QVERIFY2(json.exitCode == 0, json.err);
    const QJsonObject said = json.lines().value(0);
    QCOMPARE(said["prompt"].toString(), QString("the "));
    QCOMPARE(said["text"].toString().toUtf8(), words.out.mid(4, 40));
    QCOMPARE(said["seed"].toInt(), 5);
    QCOMPARE(said["run"].toInt(), 1);
    const Said strange = cli({"sample", project, "--prompt", "Z"});
    QCOMPARE(strange.exitCode, 1);
    QVERIFY2(strange.err.contains("Z"), strange.err);
    QCOMPARE(cli({"sample", project, "--run", "7"}).exitCode, 1);
    QCOMPARE(cli({"sample", project, "--length", "0"}).exitCode, 2);

    // What the report shows is what the same options write again.
    QFile report(page);
    QVERIFY(report.open(QIODevice::ReadOnly));
    const QByteArray html = report.readAll();
    QVERIFY(html.contains("Sample of text"));
    const QString written = cli({"sample", project, "--json"}).lines().value(0)["text"].toString();
    QCOMPARE(written.size(), 500);
    QVERIFY2(html.contains(written.toHtmlEscaped().toUtf8()), html.mid(html.indexOf("class=\"sample\""), 800));
  }

  // Initial values, checked against the rules they are drawn by: for a language model and for a project's own seed.
  void initialValuesOfOtherModels() {
    QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    const QJsonObject mlp = cli({"model", "init", project, "--json"}).lines().value(0);
    QCOMPARE(mlp["seed"].toInt(), 1);
    QCOMPARE(mlp["parameters"].toArray().size(), 6);
    QCOMPARE(mlp["parameters"].toArray().at(0)["shape"].toArray(), (QJsonArray{48, 432}));
    const QJsonObject other = cli({"model", "init", project, "--seed", "2", "--json"}).lines().value(0);
    QVERIFY(mlp["parameters"].toArray().at(0)["mean"] != other["parameters"].toArray().at(0)["mean"]);
    const Said gpt = cli({"model", "init", "gpt"});
    QVERIFY2(gpt.exitCode == 0 && gpt.out.contains("0 of them disagree"), gpt.out + gpt.err);
    QCOMPARE(cli({"model", "init", "no_such_model"}).exitCode, 1);
  }

  void doctor() {
    const Said said = cli({"doctor", "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    const QJsonObject report = said.lines().value(0);
    requireFields(report, {"cpu", "isa", "avx2", "avx512", "amx", "cores", "memory_bytes", "peak_gflops", "bandwidth_gb_per_second", "gpu",
                           "libraries", "cache_path", "config_path"});
    QVERIFY(report["peak_gflops"].toDouble() > 0);
    QVERIFY(report["bandwidth_gb_per_second"].toDouble() > 0);
    for (const char* type : {"peak_bf16_gflops", "peak_int8_gops"}) QVERIFY2(report[type].toDouble() >= 0, type);
    // The figures are kept: another look gives the same, and --again measures.
    QCOMPARE(cli({"doctor", "--json"}).lines().value(0)["measured_ms"].toDouble(), report["measured_ms"].toDouble());
    QVERIFY(cli({"doctor", "--json", "--again"}).lines().value(0)["measured_ms"].toDouble() > report["measured_ms"].toDouble());
    QVERIFY(report["cores"].toInt() >= 1);
    QVERIFY(report["gpu"].toObject()["explanation"].toString().endsWith('.'));
    QVERIFY(report["libraries"].toObject().contains("SQLite"));
    const QString words = cli({"doctor"}).out;
    for (const char* finding : {"Measured peak (f32)", "Measured peak (bf16)", "Measured peak (int8)", "Measured copy rate", "GPU"})
      QVERIFY2(words.contains(QLatin1String(finding)), finding);
  }

  // Every switch with its values and what each would change, before anything was trained and after.
  void switches() {
    QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    const auto stateOf = [](const QJsonObject& report, const QString& key) {
      for (const auto& item : report["switches"].toArray())
        if (item.toObject()["key"].toString() == key) return item.toObject();
      return QJsonObject();
    };
    Said said = cli({"switches", project, "--json"});
    QVERIFY2(said.exitCode == 0, said.err);
    QJsonObject report = said.lines().value(0);
    QVERIFY(report["now"].toObject()["peak_bytes"].toDouble() > 0);
    QVERIFY(report["now"].toObject()["step_ms"].toDouble() > 0);
    QVERIFY(!report["passes"].toArray().isEmpty());
    for (const char* key :
         {"batch_size", "accumulation", "num_workers", "amp", "channels_last", "checkpointing", "autotune", "fusion", "deterministic"}) {
      const QJsonObject state = stateOf(report, key);
      QVERIFY2(!state.isEmpty(), key);
      QVERIFY2(!state["values"].toArray().isEmpty(), key);
    }
    QVERIFY(!stateOf(report, "checkpoint_budget")["has_no_effect"].toString().isEmpty());
    bool doubled = false;
    for (const auto& item : stateOf(report, "batch_size")["values"].toArray()) {
      const QJsonObject value = item.toObject();
      if (value["value"].toString() != "64") continue;
      doubled = true;
      QVERIFY(value["available"].toBool());
      QVERIFY(value["predicted"].toObject()["peak_bytes"].toDouble() > report["now"].toObject()["peak_bytes"].toDouble());
    }
    QVERIFY(doubled);
    // With no worker there are still values to try.
    const Said none = cli({"switches", project, "--json", "--set", "switches.num_workers=0"});
    QStringList workers;
    for (const auto& item : stateOf(none.lines().value(0), "num_workers")["values"].toArray()) workers << item.toObject()["value"].toString();
    QCOMPARE(workers, (QStringList{"0", "1", "2"}));
    bool casts = false;
    for (const auto& item : stateOf(report, "amp")["values"].toArray()) casts = casts || item.toObject()["predicted"].toObject()["casts"].toInt() > 0;
    QVERIFY(casts);
    // More samples than there are: named with the reason, not offered.
    said = cli({"switches", project, "--json", "--set", "switches.batch_size=200"});
    QVERIFY2(said.exitCode == 0, said.err);
    bool refused = false;
    for (const auto& item : stateOf(said.lines().value(0), "batch_size")["values"].toArray())
      if (item.toObject()["value"].toString() == "400")
        refused = !item.toObject()["available"].toBool() && item.toObject()["why_not"].toString().contains("320 samples");
    QVERIFY(refused);
    said = cli({"switches", project, "--set", "switches.deterministic=on"});
    QVERIFY2(said.out.contains("Deterministic excludes it"), said.out);

    // Trained: the kernels of the step were timed, and the run keeps what was predicted beside what came of it.
    QCOMPARE(cli({"train", project, "--set", "train.epochs=4"}).exitCode, 0);
    report = cli({"switches", project, "--json"}).lines().value(0);
    // On busy cores what was timed counts as an estimate, and is told apart.
    const QJsonObject now = report["now"].toObject();
    const double untimed = now["estimated_share"].toDouble() - now["provisional_share"].toDouble();
    QVERIFY2(untimed < 0.05, qPrintable(QString::number(untimed)));
    QCOMPARE(cli({"train", project, "--set", "train.epochs=4"}).exitCode, 0);
    const QJsonArray rows = cli({"runs", "show", project, "2", "--json"}).lines().value(0)["switches"].toArray();
    QCOMPARE(rows.size(), 1);
    const QJsonObject row = rows[0].toObject();
    QCOMPARE(row["change"].toString(), QString("start"));
    for (const char* figure : {"predicted_peak_bytes", "predicted_step_ms", "measured_peak_bytes", "measured_step_ms", "steps"})
      QVERIFY2(row[figure].toDouble() > 0, figure);
    const double pages = row["measured_peak_bytes"].toDouble() - row["predicted_peak_bytes"].toDouble();
    QVERIFY(pages >= 0 && pages <= 4 << 20);
    QVERIFY(cli({"runs", "show", project, "2"}).out.contains("start"));
    const QString html = folder.filePath("report.html");
    QCOMPARE(cli({"report", project, "2", "--out", html}).exitCode, 0);
    QFile file(html);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().contains("predicted and measured"));
  }

  // The same bits in every run, whatever OpenMP is told outside.
  void deterministicRunsAreEqual() {
    QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    const QStringList arguments{"train", project, "--json", "--set", "switches.deterministic=on", "--set", "train.threads=2"};
    QList<QJsonObject> first;
    // Binding takes all cores but one from the thread that main begins with.
    for (const QStringList& environment :
         {QStringList{"OMP_NUM_THREADS=2"}, QStringList{}, QStringList{"OMP_NUM_THREADS=1", "OMP_DYNAMIC=true"}, QStringList{"OMP_NUM_THREADS=3"},
          QStringList{"OMP_NUM_THREADS=5", "OMP_PROC_BIND=close"}, QStringList{"OMP_PLACES=cores", "OMP_PROC_BIND=spread", "OMP_DYNAMIC=true"}}) {
      const Said said = cli(arguments, {}, environment);
      QVERIFY2(said.exitCode == 0, said.err);
      QVERIFY2(said.err.contains("autotune = on changes nothing. Deterministic excludes it"), said.err);
      QList<QJsonObject> epochs;
      for (QJsonObject line : said.lines()) {
        if (line["event"].toString() != "epoch") continue;
        line.remove("samples_per_second");
        epochs += line;
      }
      QCOMPARE(epochs.size(), 2);
      if (first.isEmpty()) first = epochs;
      QCOMPARE(epochs, first);
    }
  }

  // The one setting of OpenMP that cannot be passed, and cores that are missing: a run that promises its last bits says whose they are.
  void fewerThreadsThanWantedAreTold() {
    QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    const QStringList arguments{"train", project, "--set", "train.epochs=1", "--set", "train.threads=2", "--set"};
    const Said said = cli(arguments + QStringList{"switches.deterministic=on"}, {}, {"OMP_THREAD_LIMIT=1"});
    QVERIFY2(said.exitCode == 0, said.err);
    QVERIFY2(said.err.contains("train.threads = 2, but this process may use 1 core"), said.err);
    const Said others = cli(arguments + QStringList{"switches.deterministic=off"}, {}, {"OMP_THREAD_LIMIT=1"});
    QVERIFY2(others.exitCode == 0, others.err);
    QVERIFY2(!others.err.contains("train.threads"), others.err);
  }

  // A cache of kernel choices that is damaged, or another processor's: told by whoever reads it, and left as useful as it was.
  void cachesOfOthersAndDamage_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("damaged") << QByteArray("linear without a kernel\n\x01\xFE\x02\n") << QByteArray("2 lines are damaged");
    QTest::newRow("another processor") << QByteArray("linear 8 f32 | 64 threads, AVX2, Some Other CPU, oneDNN 9.9.9 | batch 8\tmatmul\n")
                                       << QByteArray("another processor");
  }
  void cachesOfOthersAndDamage() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, sentence);
    QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject), cache = folder.filePath("cache/stepscope/kernels-cpu.tsv");
    for (const QStringList& command :
         {QStringList{"switches", project}, QStringList{"bench", "mlp", "--steps", "2"}, QStringList{"train", project, "--set", "train.epochs=1"}}) {
      QVERIFY(QDir().mkpath(QFileInfo(cache).path()));
      QFile file(cache);
      QVERIFY(file.open(QIODevice::WriteOnly));
      file.write(text);
      file.close();
      const Said said = cli(command, {}, {"XDG_CACHE_HOME=" + folder.filePath("cache")});
      QVERIFY2(said.exitCode == 0, said.err);
      QVERIFY2((said.err + said.out).contains(sentence), said.err);
      QVERIFY(file.open(QIODevice::ReadOnly));
      const QByteArray kept = file.readAll();
      if (text.contains("Some Other CPU")) QVERIFY(kept.contains("Some Other CPU"));
      if (command[0] != "switches") QVERIFY(kept.count('\n') > 1 && !kept.contains("without a kernel"));
    }
  }

  // Newer versions of CLI11 end the whole program, whatever its command, where one argument's name has other characters.
  void namesOfArguments() {
    static const QRegularExpression command("^  ([a-z]+) "), argument("^  ([^ -][^ ]*) (TEXT|INT|FLOAT)"), plain("^[A-Za-z_][A-Za-z0-9_.-]*$");
    QList<QStringList> commands{{}};
    int arguments = 0;
    for (int at = 0; at < commands.size(); ++at) {
      const QStringList path = commands[at];
      const Said said = cli(path + QStringList{"--help"});
      QVERIFY2(said.exitCode == 0, said.err);
      QString section;
      for (const QString& line : QString::fromUtf8(said.out).split('\n')) {
        if (line.endsWith(':') && !line.startsWith(' ')) section = line;
        const QRegularExpressionMatch below = command.match(line), name = argument.match(line);
        if (section == "Subcommands:" && below.hasMatch()) commands << path + QStringList{below.captured(1)};
        if (section != "Positionals:" || !name.hasMatch()) continue;
        ++arguments;
        QVERIFY2(plain.match(name.captured(1)).hasMatch(), qPrintable(path.join(' ') + ": " + name.captured(1)));
      }
    }
    QVERIFY2(commands.size() > 40 && arguments > 40, qPrintable(QString("%1 commands, %2 arguments").arg(commands.size()).arg(arguments)));
  }

  // Ctrl+C saves and stops with exit code 0; the run goes on from there.
  void interruptAndResume() {
    QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    QProcess process;
    process.start(STEPSCOPE_CLI, {"train", project, "--json", "--set", "train.epochs=100000"});
    QByteArray out;
    while (!out.contains("\"epoch\",")) {
      QVERIFY2(process.waitForReadyRead(60'000), process.readAllStandardError());
      out += process.readAllStandardOutput();
    }
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(30'000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 0);
    const QJsonObject end = named(Said{0, out + process.readAllStandardOutput(), {}}.lines(), "end");
    QCOMPARE(end["status"].toString(), QString("stopped"));
    const int run = end["run"].toInt(), steps = end["steps"].toInt(), epochs = end["epochs"].toInt();
    QVERIFY(hasCheckpoint(folder.filePath(".stepscope/runs/1").toStdString(), "last"));

    const Said said = cli({"train", project, "--json", "--resume", QString::number(run), "--set", QString("train.epochs=%1").arg(epochs + 2)});
    QVERIFY2(said.exitCode == 0, said.err);
    QCOMPARE(named(said.lines(), "start")["first_step"].toInt(), steps);
    QCOMPARE(named(said.lines(), "start")["run"].toInt(), run);
    QCOMPARE(named(said.lines(), "end")["status"].toString(), QString("finished"));
    QCOMPARE(named(said.lines(), "end")["epochs"].toInt(), epochs + 2);
  }

  // A second process may read and train other runs meanwhile, but not the same run.
  void twoProcesses() {
    QTemporaryDir folder;
    const QString project = writeProject(folder, kSmallProject);
    QProcess first;
    first.start(STEPSCOPE_CLI, {"train", project, "--json", "--set", "train.epochs=100000"});
    QByteArray out;
    while (!out.contains("\"epoch\",")) {
      QVERIFY2(first.waitForReadyRead(60'000), first.readAllStandardError());
      out += first.readAllStandardOutput();
    }
    const Said refused = cli({"train", project, "--resume", "1"});
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.err.contains("another process"), refused.err);
    const Said other = cli({"train", project, "--json"});
    QVERIFY2(other.exitCode == 0, other.err);
    const Said listed = cli({"runs", "list", project, "--json"});
    QCOMPARE(listed.lines().size(), 2);
    QCOMPARE(listed.lines()[1]["status"].toString(), QString("running"));
    ::kill(static_cast<pid_t>(first.processId()), SIGINT);
    QVERIFY(first.waitForFinished(30'000));
    QCOMPARE(first.exitCode(), 0);
  }
};

QTEST_GUILESS_MAIN(CliTest)
#include "cli_test.moc"
