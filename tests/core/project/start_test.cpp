// What a new project begins with: every kind of data gets a file that can be read, with the settings that fit its size.
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <set>

#include "core/base/error.h"
#include "core/data/kinds/dataset_table.h"
#include "core/project/create_project.h"
#include "core/project/keys.h"
#include "core/project/project.h"
#include "core/project/starting_point.h"

using namespace stepscope;

namespace {

DataPreview photos(std::int64_t train, std::vector<std::string> names = {"cat", "dog"}) {
  DataPreview data;
  data.spec.kind = "image_folder";
  data.spec.path = "/tmp";
  data.train = train;
  data.width = data.height = 200;
  for (std::string& name : names) data.classes.push_back({std::move(name), train / 2, 1});
  return data;
}

DataPreview table(std::int64_t rows) {
  DataPreview data;
  data.spec.kind = "table";
  data.spec.path = "/tmp";
  data.spec.target = {"pri\"ce"};
  data.spec.ignore = {"id"};
  data.train = rows;
  return data;
}

Project projectOf(const DataPreview& data, const std::string& model = {}) {
  return parseProject(projectText("new", data, data.spec.path, startingPoint(data), model), "/tmp/new/project.toml");
}

}  // namespace

class StartTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // A project on a disk that cannot be written: a copy elsewhere has the same data, networks and comments, and none of its runs.
  void copiedProjectsFindTheirData() {
    QTemporaryDir place;
    const auto path = [&](const char* name) { return place.filePath(name).toStdString(); };
    std::filesystem::create_directories(path("old/pictures"));
    std::ofstream(path("old/project.toml")) << "# mine\n[project]\nname = \"old\"\n[data]\nkind = \"shapes\"\npath = \"pictures\"  # drawn\n"
                                               "[model]\nname = \"lenet5\"\n";
    const Project old = loadProject(path("old/project.toml"));
    const std::string copy = copyProject(old, path("new/copy"));
    const Project read = loadProject(copy);
    QCOMPARE(read.data.path, old.data.path);
    QVERIFY(std::filesystem::path(read.data.path).is_absolute());
    QCOMPARE(read.directory, path("new/copy"));
    std::ifstream in(copy);
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    QVERIFY(text.starts_with("# mine\n") && text.find("# drawn") != std::string::npos);
    // Data that are not there yet are made beside the copy.
    std::filesystem::remove_all(path("old/pictures"));
    QCOMPARE(loadProject(copyProject(old, path("new/other"))).data.path, path("new/other/pictures"));
    // A folder that has a project is not written over.
    QVERIFY_EXCEPTION_THROWN(copyProject(old, path("new/copy")), Error);
    std::filesystem::remove(path("old/project.toml"));
    QVERIFY_EXCEPTION_THROWN(copyProject(old, path("new/third")), Error);
  }

  void everyLineIsAKey() {
    for (const DatasetDef& def : datasetDefs()) {
      DataPreview data;
      data.spec.kind = def.kind;
      for (const StartingLine& line : startingPoint(data)) {
        const bool argument = line.key.starts_with("model.");
        QVERIFY2(argument || findKey(line.key), line.key.c_str());
        QVERIFY(line.comment.size() < 90);
      }
    }
  }

  void everyRuleSaysWhatWasMeasured() {
    for (const StartingRule& rule : startingRules()) QVERIFY(rule.evidence.size() > 20 && !rule.title.empty());
  }

  void sizes_data() {
    QTest::addColumn<int>("samples");
    for (int samples : {2, 20, 480, 5'000, 60'000, 1'000'000}) QTest::newRow(std::to_string(samples).c_str()) << samples;
  }
  void sizes() {
    QFETCH(int, samples);
    for (const DataPreview& data : {photos(samples), table(samples)}) {
      const Project project = projectOf(data);
      QVERIFY(project.switches.batchSize <= std::max(4, samples / 8));
      QVERIFY(project.train.epochs >= 1 && project.train.epochs <= 200);
      // Small data get more epochs, large ones larger batches.
      const Project more = projectOf(data.columns.empty() && data.spec.kind == "table" ? table(samples * 4LL) : photos(samples * 4LL));
      QVERIFY(more.train.epochs <= project.train.epochs);
      QVERIFY(more.switches.batchSize >= project.switches.batchSize);
    }
  }

  void whatItIsDecides() {
    QCOMPARE(projectOf(photos(480, {"0", "1", "2"})).data.flip, false);  // digits are not mirrored
    QCOMPARE(projectOf(photos(480, {"turn left", "turn right"})).data.flip, false);
    QCOMPARE(projectOf(photos(480)).data.flip, true);
    QVERIFY(projectOf(photos(480)).switches.autoWorkers);
    const Project houses = projectOf(table(16'512));
    QCOMPARE(houses.data.target, std::vector<std::string>{"pri\"ce"});
    QCOMPARE(houses.data.ignore, std::vector<std::string>{"id"});
    QCOMPARE(houses.data.validationSplit, 0.2);
    DataPreview parted = photos(480);
    parted.ownValidation = true;
    QVERIFY(projectText("n", parted, "/tmp", startingPoint(parted)).find("validation_split") == std::string::npos);
  }

  // Another model keeps what is of the data, and has the optimizer's own rate, which nobody has measured for it.
  void anotherModel() {
    for (const DataPreview& data : {photos(480), table(500)}) {
      const std::vector<std::string> models = modelsFor(data.spec);
      QVERIFY(models.size() >= 2);
      for (const std::string& model : models) {
        const Project project = projectOf(data, model);
        QCOMPARE(project.model.name, model);
        QCOMPARE(project.train.optimizer.learningRate, model == projectOf(data).model.name ? 0.003 : 0.001);
      }
    }
    DataPreview text;
    text.spec.kind = "text";
    QCOMPARE(modelsFor(text.spec), (std::vector<std::string>{"gpt", "transformer", "lstm", "gru"}));
  }

  void names_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("name");
    QTest::newRow("folder") << "photos of birds/"
                            << "photos of birds";
    QTest::newRow("says nothing") << "birds/data"
                                  << "birds";
    QTest::newRow("table") << "x/housing.csv.gz"
                           << "housing";
    QTest::newRow("hidden") << ".hidden/"
                            << "hidden";
  }
  void names() {
    QFETCH(QString, path);
    QFETCH(QString, name);
    const QTemporaryDir folder;
    const QString full = folder.filePath(path);
    if (path.endsWith(".gz")) QDir().mkpath(QFileInfo(full).path());
    else QDir().mkpath(full);
    DataSpec spec;
    spec.path = full.toStdString();
    QCOMPARE(projectNameFor(spec), name.toStdString());
  }

  void created() {
    const QTemporaryDir folder;
    const std::string parent = folder.path().toStdString(), text = "[data]\nkind = \"synthetic\"\n[model]\nname = \"mlp\"\n";
    QCOMPARE(freeProjectName(parent, "a"), std::string("a"));
    const std::string file = createProject(parent + "/deep/a", text);
    QCOMPARE(loadProject(file).name, std::string("a"));
    QCOMPARE(freeProjectName(parent + "/deep", "a"), std::string("a-2"));
    QVERIFY_EXCEPTION_THROWN(createProject(parent + "/deep/a", text), Error);            // never over another
    QVERIFY_EXCEPTION_THROWN(createProject(parent + "/b", "[data]\nkin = 1\n"), Error);  // no file that cannot be read
    QVERIFY(!std::filesystem::exists(parent + "/b"));
    QVERIFY(whyNotWritable(parent + "/not/yet/there").empty());
    QVERIFY(!whyNotWritable(file + "/below a file").empty());
    // Nobody may write below /proc, not even root.
    try {
      createProject("/proc/stepscope", text);
      QFAIL("a project was written below /proc");
    } catch (const Error& error) {
      QCOMPARE(error.kind(), ErrorKind::Resource);
      QVERIFY(error.cure().find("you may write") != std::string::npos);
    }
  }
};

QTEST_GUILESS_MAIN(StartTest)
#include "start_test.moc"
