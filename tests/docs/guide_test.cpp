// docs/adding.md, tried out: its examples are put into a copy of the files that they change, the compiler of the build reads the result,
// and the files are counted. The new op is run: its gradient, and its formula on both backends; so are the new optimizer, metric, loss and
// transform.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/backend/cuda/base/kernel_sources.h"
#include "core/backend/cuda/base/plugin_loader.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace stepscope;
namespace fs = std::filesystem;

namespace {

// A block of code and where it goes: before or after the line that holds `anchor`, or into a new file.
struct Example {
  std::string section, path, anchor, code;
  bool before = false, created = false;
};

std::string read(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

fs::path root() {
  return STEPSCOPE_SOURCE_DIR;
}

// "1. `path`, before `anchor`: ..." and the block between fences that follows. Throws where a block has no place.
std::vector<Example> examplesOf(const std::string& page) {
  static const std::regex place("^[0-9]+\\. `([^`]+)`, (?:(before|after) `([^`]+)`|(new))");
  std::vector<Example> examples;
  Example next;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (line.starts_with("## ")) {
      next = {};
      next.section = line.substr(3);
    } else if (std::regex_search(line, match, place)) {
      next.path = match[1];
      next.before = match[2] == "before";
      next.anchor = match[3];
      next.created = match[4].matched;
    } else if (const std::size_t indent = line.find("```"); indent != std::string::npos) {
      if (next.path.empty()) throw std::runtime_error("a block in \"" + next.section + "\" has no file");
      next.code.clear();
      while (std::getline(lines, line) && line.find("```") == std::string::npos)
        next.code += (line.size() > indent ? line.substr(indent) : "") + "\n";
      examples.push_back(next);
      next.path.clear();
    }
  }
  return examples;
}

// Throws where the line is missing or is not the only one.
std::string inserted(const std::string& text, const Example& example) {
  const std::size_t at = text.find(example.anchor);
  const auto problem = [&](const char* what) { return std::runtime_error(example.path + what + example.anchor); };
  if (at == std::string::npos) throw problem(" has no line with ");
  if (text.find(example.anchor, at + 1) != std::string::npos) throw problem(" has more than one line with ");
  const std::size_t line = example.before ? text.rfind('\n', at) + 1 : text.find('\n', at) + 1;
  return text.substr(0, line) + example.code + text.substr(line);
}

// A section's files as the page changes them, under `folder`.
struct Changes {
  std::set<std::string> touched, created;
};
Changes apply(const std::vector<Example>& examples, const std::string& section, const fs::path& folder) {
  Changes changes;
  for (const Example& example : examples) {
    if (example.section != section) continue;
    const fs::path copy = folder / example.path;
    const bool known = fs::exists(copy);
    if (example.created && fs::exists(root() / example.path)) throw std::runtime_error(example.path + " is not new");
    const std::string text = example.created ? example.code : inserted(read(known ? copy : root() / example.path), example);
    fs::create_directories(copy.parent_path());
    std::ofstream(copy) << text;
    (example.created ? changes.created : changes.touched).insert(example.path);
  }
  return changes;
}

// Runs the compiler, once a list of arguments, two at a time; what it says to the first that fails, or nothing.
QString compiled(const fs::path& folder, const std::vector<QStringList>& calls) {
  QString said;
  for (std::size_t first = 0; first < calls.size(); first += 2) {
    std::vector<std::unique_ptr<QProcess>> running;
    for (std::size_t i = first; i < std::min(first + 2, calls.size()); ++i) {
      QProcess& process = *running.emplace_back(std::make_unique<QProcess>());
      process.setProcessChannelMode(QProcess::MergedChannels);
      // Before the folders of the build, so that the changed files are found first.
      process.start(GUIDE_COMPILER, QStringList{"-I" + QString::fromStdString(folder.string()), "@" GUIDE_FLAGS} + calls[i]);
    }
    for (const auto& process : running) {
      if (process->waitForFinished(200'000) && process->exitStatus() == QProcess::NormalExit && process->exitCode() == 0) continue;
      if (said.isEmpty()) said = process->errorString() + "\n" + QString::fromUtf8(process->readAll());
    }
  }
  return said;
}

bool isCase(const std::string& path) {
  return path.starts_with("tests/dev/op_cases/") || path.starts_with("tests/dev/reference/");
}

}  // namespace

class GuideTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    examples_ = examplesOf(read(root() / "docs/adding.md"));
    QVERIFY(examples_.size() > 20);
  }

  void examplesCompile_data() {
    QTest::addColumn<QString>("section");
    QTest::newRow("op") << "An element-wise op";
    QTest::newRow("optimizer") << "An optimizer";
    QTest::newRow("switch") << "A switch";
    QTest::newRow("metric") << "A metric";
    QTest::newRow("loss") << "A loss";
    QTest::newRow("data") << "A kind of data set";
    QTest::newRow("transform") << "A transform";
    QTest::newRow("view") << "A view";
    QTest::newRow("format") << "A trace format";
  }

  // At most three files are changed beside those that are new, and an op's case.
  void examplesCompile() {
    QFETCH(QString, section);
    const QTemporaryDir place;
    const fs::path folder = place.path().toStdString();
    const Changes changes = apply(examples_, section.toStdString(), folder);
    QVERIFY(!changes.touched.empty());
    QCOMPARE_LE(std::ranges::count_if(changes.touched, [](const std::string& path) { return !isCase(path); }), 3);

    // A program that runs what was added.
    static const std::map<QString, const char*> programs{{"An element-wise op", "new_op"},
                                                         {"An optimizer", "new_optimizer"},
                                                         {"A metric", "new_metric"},
                                                         {"A loss", "new_loss"},
                                                         {"A transform", "new_transform"}};
    const auto runs = programs.find(section);
    std::vector<QStringList> calls;
    QStringList objects;
    const auto compile = [&](const fs::path& source, const std::string& object) {
      calls.push_back({QString::fromStdString(source.string())});
      if (runs == programs.end()) return calls.back().push_back("-fsyntax-only");
      objects.push_back(QString::fromStdString((folder / object).string()));
      calls.back() << "-c"
                   << "-o" << objects.back();
    };
    for (const std::set<std::string>& paths : {changes.touched, changes.created})
      for (const std::string& path : paths)
        if (path.ends_with(".cpp")) compile(folder / path, std::to_string(calls.size()) + ".o");
    if (runs != programs.end()) compile(root() / "tests/docs" / (std::string(runs->second) + ".cpp"), "program.o");
    QVERIFY(!calls.empty());
    const QString said = compiled(folder, calls);
    QVERIFY2(said.isEmpty(), qPrintable(said));
    if (runs == programs.end()) return;

    // The changed objects stand in for those of the libraries, where formulas have other numbers: nothing here asks for them.
    const QString program = QString::fromStdString((folder / "program").string());
    const QString linked = compiled(folder, {objects + QStringList{"@" GUIDE_LIBRARIES, "-o", program}});
    QVERIFY2(linked.isEmpty(), qPrintable(linked));
    QProcess run;
    run.setProcessChannelMode(QProcess::MergedChannels);
    run.start(program, {});
    QVERIFY(run.waitForFinished(60'000));
    QVERIFY2(run.exitStatus() == QProcess::NormalExit && run.exitCode() == 0, run.readAll().constData());
  }

  // Every block with a place belongs to a section that is tried.
  void everyExampleIsTried() {
    const std::set<std::string> tried{"An element-wise op", "An optimizer", "A switch", "A metric",      "A loss",
                                      "A kind of data set", "A transform",  "A view",   "A trace format"};
    std::set<std::string> sections;
    for (const Example& example : examples_) sections.insert(example.section);
    QCOMPARE(sections, tried);
  }

#ifdef BUILT_PLUGIN
  // The new kernels through NVRTC, which needs no GPU.
  void newKernelsCompileForGpus_data() {
    QTest::addColumn<QString>("section");
    QTest::addColumn<QStringList>("kernels");
    QTest::newRow("op") << "An element-wise op" << QStringList{"Map1<stepscope::cuda::Mish>", "Map2<stepscope::cuda::Slope<stepscope::cuda::Mish>>"};
    QTest::newRow("optimizer") << "An optimizer" << QStringList{"Update<stepscope::cuda::Lion>"};
  }
  void newKernelsCompileForGpus() {
    QFETCH(QString, section);
    QFETCH(QStringList, kernels);
    const cuda::Plugin plugin = cuda::loadPlugin(BUILT_PLUGIN);
    QVERIFY2(plugin.api, plugin.problem.c_str());
    const QTemporaryDir place;
    const fs::path folder = place.path().toStdString();
    const Changes changes = apply(examples_, section.toStdString(), folder);
    const auto files = cuda::kernelSources();
    std::vector<cuda::SourceFile> sources(files.begin(), files.end());
    std::vector<std::string> texts, names;
    texts.reserve(sources.size());
    names.reserve(sources.size());
    for (cuda::SourceFile& source : sources)
      if (changes.touched.contains(source.name)) source.text = texts.emplace_back(read(folder / source.name)).c_str();
    QVERIFY(!texts.empty());
    std::vector<cuda::KernelRef> refs;
    for (const QString& kernel : kernels) refs.push_back({names.emplace_back("stepscope::cuda::" + kernel.toStdString()).c_str(), nullptr});
    std::int64_t bytes = 0;
    const std::int32_t status = plugin.api->compileOnly(sources.data(), static_cast<std::int32_t>(sources.size()), refs.data(),
                                                        static_cast<std::int32_t>(refs.size()), 80, true, nullptr, &bytes);
    if (status == cuda::kUnsupported) QSKIP(plugin.api->errorText());
    QVERIFY2(status == cuda::kOk, plugin.api->errorText());
    QVERIFY(bytes > 1000);
  }
#endif

 private:
  std::vector<Example> examples_;
};

QTEST_GUILESS_MAIN(GuideTest)
#include "guide_test.moc"
