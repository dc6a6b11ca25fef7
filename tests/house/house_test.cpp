// The house as docs/architecture.md draws it: rooms include only their own floor and below, no circles of files, folders or rooms, no Qt under
// views, devices behind their interface, files and classes of a size that one can read. Only text is read: includes between quotes, and lines.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/graph/op.h"

#include <QtTest>

using namespace stepscope;

namespace {

constexpr long kMostLines = 600;
constexpr long kMostLinesOfAClass = 600;  // over all its files
const std::vector<std::string> kSources{"core", "profiler", "views", "app"};
// Folders of sources whose tests stand with others, and where.
const std::map<std::string, std::string> kTestedElsewhere{
    {"core/backend/common", "tests/core/backend/cpu/plan/programs_test.cpp"},
    {"core/backend/cpu/base", "tests/core/backend/cpu/tuning/kernel_check_test.cpp"},
    {"core/backend/cpu/onednn", "tests/core/backend/cpu/ops_test.cpp"},
    {"core/backend/cpu/ops", "tests/core/backend/cpu/ops_test.cpp"},
    {"core/backend/cpu/ops/plain", "tests/core/backend/cpu/ops_test.cpp"},
    {"core/backend/cpu/ops/sequence", "tests/core/backend/cpu/ops_test.cpp"},
    {"core/backend/cpu/simd", "tests/core/backend/cpu/ops/elementwise/unary_test.cpp"},
    {"core/backend/cuda/ops", "tests/core/backend/cuda/kernels/ops_test.cpp"},
    {"core/train/check", "tests/core/train/watch/gradient_norms_test.cpp"},
    {"core/train/rates", "tests/core/train/features_test.cpp"},
    {"core/train/switches", "tests/core/train/prediction/measured_tables_test.cpp"},
    {"profiler/analysis/facts", "tests/app/cli/trace/same_facts_test.cpp"},
    {"profiler/analysis/memory", "tests/profiler/io/memory_log_test.cpp"},
    {"views/exchange", "tests/app/desktop/exchange_window_test.cpp"},
    {"views/report", "tests/views/compare/compare_test.cpp"},
};
// Made by protoc when the program is built.
const std::set<std::string> kMade{"core/onnx/onnx.pb.h", "profiler/io/xplane/xplane.pb.h"};

struct Source {
  std::string path;  // from the repository's root
  long lines = 0;
  std::vector<std::string> includes;  // those between quotes
  bool includesQt = false;
  std::string text;
};

std::filesystem::path root() {
  return STEPSCOPE_SOURCE_DIR;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<Source> sourcesUnder(const std::vector<std::string>& folders) {
  static const std::regex include("^#include \"([^\"]+)\"", std::regex::multiline), qt("^#include <Q", std::regex::multiline);
  std::vector<Source> sources;
  for (const std::string& folder : folders)
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root() / folder)) {
      const std::string end = entry.path().extension().string();
      if (end != ".h" && end != ".cpp") continue;
      Source source;
      source.path = std::filesystem::relative(entry.path(), root()).generic_string();
      source.text = read(entry.path());
      source.lines = std::count(source.text.begin(), source.text.end(), '\n');
      for (std::sregex_iterator it(source.text.begin(), source.text.end(), include), last; it != last; ++it) source.includes.push_back((*it)[1]);
      source.includesQt = std::regex_search(source.text, qt);
      sources.push_back(std::move(source));
    }
  std::sort(sources.begin(), sources.end(), [](const Source& a, const Source& b) { return a.path < b.path; });
  return sources;
}

// "core/graph" -> 1, from the rows "| 1 | `core/base`, `core/graph` | ... |" of docs/architecture.md. What stands in brackets is part of a
// room. A floor or a room that stands there twice is in `twice`.
std::map<std::string, int> floors(std::vector<std::string>& twice) {
  static const std::regex row("^\\| ([1-9]) \\| ([^|]*) \\|"), brackets("\\([^)]*\\)"), name("`([^`]+)`");
  std::map<std::string, int> floors;
  std::set<std::string> numbers;
  std::istringstream lines(read(root() / "docs/architecture.md"));
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (!std::regex_search(line, match, row)) continue;
    if (!numbers.insert(match[1]).second) twice.push_back("floor " + match[1].str());
    const std::string rooms = std::regex_replace(match[2].str(), brackets, "");
    for (std::sregex_iterator it(rooms.begin(), rooms.end(), name), last; it != last; ++it) {
      std::string room = (*it)[1];
      if (room.ends_with('/')) room.pop_back();
      if (!floors.emplace(room, std::stoi(match[1])).second) twice.push_back(room);
    }
  }
  return floors;
}

std::string roomOf(const std::string& path, const std::map<std::string, int>& floors) {
  for (std::string room = path; !room.empty(); room = room.substr(0, room.find_last_of('/') == std::string::npos ? 0 : room.rfind('/')))
    if (floors.contains(room)) return room;
  return {};
}

using Arrows = std::map<std::string, std::set<std::string>>;

// A circle as "a -> b -> a"; empty where there is none.
std::string circleIn(const Arrows& arrows) {
  std::map<std::string, int> state;  // 1: on the way, 2: done
  std::vector<std::string> way;
  std::string circle;
  const std::function<bool(const std::string&)> visit = [&](const std::string& at) {
    if (state[at] == 2) return false;
    way.push_back(at);
    if (state[at] == 1) {
      for (auto it = std::find(way.begin(), way.end(), at); it != way.end(); ++it) circle += (circle.empty() ? "" : " -> ") + *it;
      return true;
    }
    state[at] = 1;
    if (const auto it = arrows.find(at); it != arrows.end())
      for (const std::string& next : it->second)
        if (visit(next)) return true;
    state[at] = 2;
    way.pop_back();
    return false;
  };
  for (const auto& [from, to] : arrows)
    if (visit(from)) return circle;
  return {};
}

std::string folderOf(const std::string& path) {
  return path.substr(0, path.rfind('/'));
}

// Lines of each class over all files of a top folder ("views MainWindow"): its declaration and the members that are defined elsewhere. Read by
// the shape of formatted text: what begins and ends at the margin. Namespaces are not told apart, so classes of one name in one top folder
// are counted together where their files stand in one folder.
std::map<std::string, long> classLines(const std::vector<Source>& sources) {
  static const std::regex declared("^(template <.*> ?)?(class|struct) (\\w+)( final)?( :.*)? \\{$"),
      defined("^(?!return|namespace|using|#|//)[\\w:<>,&*\\s\\[\\]]*?\\b([A-Z]\\w*)::~?\\w+\\(.*[^;]$");
  std::map<std::string, long> lines;
  for (const Source& source : sources) {
    std::istringstream text(source.text);
    std::string name;
    for (std::string line; std::getline(text, line);) {
      if (line.empty() && name.empty()) continue;
      if (name.empty()) {
        if (line[0] == ' ' || line[0] == '}') continue;
        std::smatch match;
        if (std::regex_match(line, match, declared)) name = match[3];
        else if (std::regex_match(line, match, defined)) name = match[1];
        else continue;
      }
      ++lines[folderOf(source.path) + " " + name];
      if (line == "}" || line == "};") name.clear();
    }
  }
  return lines;
}

QByteArray listed(const std::vector<std::string>& found) {
  QByteArray text;
  for (const std::string& line : found) text += "\n" + QByteArray::fromStdString(line);
  return text;
}

}  // namespace

class HouseTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    std::vector<std::string> twice;
    floors_ = floors(twice);
    QVERIFY2(twice.empty(), twice.empty() ? "" : (twice.front() + " has two rows in docs/architecture.md").c_str());
    QVERIFY2(floors_.size() > 15, "docs/architecture.md has no table of floors that can be read");
    for (const auto& [room, floor] : floors_) QVERIFY2(std::filesystem::is_directory(root() / room), room.c_str());
    sources_ = sourcesUnder(kSources);
    QVERIFY(sources_.size() > 500);
  }

  void everyFileHasARoom() {
    std::vector<std::string> found;
    for (const Source& source : sources_)
      if (roomOf(source.path, floors_).empty()) found.push_back(source.path);
    QVERIFY2(found.empty(), listed(found));
  }

  void noRoomLooksUp() {
    std::vector<std::string> found;
    for (const Source& source : sources_) {
      const int floor = floors_[roomOf(source.path, floors_)];
      for (const std::string& included : source.includes) {
        const std::string room = roomOf(included, floors_);
        if (kMade.contains(included) || included.ends_with(".moc")) continue;
        if (room.empty() || !std::filesystem::exists(root() / included))
          found.push_back(source.path + " includes " + included + ", which is in no room");
        else if (floors_[room] > floor)
          found.push_back(source.path + " on floor " + std::to_string(floor) + " includes " + included + " on floor " +
                          std::to_string(floors_[room]));
      }
    }
    QVERIFY2(found.empty(), listed(found));
  }

  void noCircles() {
    Arrows files, folders, rooms;
    for (const Source& source : sources_)
      for (const std::string& included : source.includes) {
        if (folderOf(source.path) != folderOf(included)) folders[folderOf(source.path)].insert(folderOf(included));
        // A .cpp that names itself is compiled once for each instruction set.
        if (included != source.path) files[source.path].insert(included);
        const std::string from = roomOf(source.path, floors_), to = roomOf(included, floors_);
        if (from != to) rooms[from].insert(to);
      }
    QCOMPARE(circleIn(files), std::string());
    QCOMPARE(circleIn(folders), std::string());
    QCOMPARE(circleIn(rooms), std::string());
  }

  // Tests stand in the folder of what they test, so that a newcomer finds them without a search.
  void testsStandBesideTheTree() {
    std::set<std::string> folders, tested;
    std::vector<std::string> found;
    for (const Source& source : sources_) folders.insert(folderOf(source.path));
    for (const Source& test : sourcesUnder({"tests/core", "tests/profiler", "tests/views", "tests/app"}))
      if (test.path.ends_with("_test.cpp")) tested.insert(folderOf(test.path).substr(std::string("tests/").size()));
    for (const std::string& folder : tested)
      if (!folders.contains(folder)) found.push_back("tests/" + folder + " tests a folder that has no sources");
    for (const std::string& folder : folders)
      if (tested.contains(folder) == kTestedElsewhere.contains(folder))
        found.push_back(folder + (tested.contains(folder) ? " has tests of its own and a row in kTestedElsewhere" : " has no tests"));
    for (const auto& [folder, test] : kTestedElsewhere)
      if (!folders.contains(folder) || !std::filesystem::exists(root() / test)) found.push_back(folder + " or " + test + " is not there");
    QVERIFY(tested.size() > 80);
    QVERIFY2(found.empty(), listed(found));
  }

  // The search for circles itself, on circles that are there.
  void circlesAreSeen() {
    QCOMPARE(circleIn({{"a", {"b"}}, {"b", {"c"}}}), std::string());
    QCOMPARE(circleIn({{"a", {"b"}}, {"b", {"a"}}}), std::string("a -> b -> a"));
    QCOMPARE(circleIn({{"x", {"a"}}, {"a", {"b", "c"}}, {"c", {"a"}}}), std::string("a -> c -> a"));
  }

  void noQtUnderViews() {
    std::vector<std::string> found;
    for (const Source& source : sources_)
      if (source.includesQt && !source.path.starts_with("views/") && !source.path.starts_with("app/desktop/")) found.push_back(source.path);
    QVERIFY2(found.empty(), listed(found));
  }

  // What a device is and can do is asked of Backend; only the list of devices knows who they are.
  void devicesStayBehindTheirInterface() {
    static const std::regex byName("name\\(\\) *[!=]= *\"(cpu|cuda)");
    std::vector<std::string> found;
    for (const Source& source : sources_) {
      if (source.path.starts_with("core/backend/devices/")) continue;
      for (const std::string device : {"core/backend/cpu/", "core/backend/cuda/"})
        for (const std::string& included : source.includes)
          if (included.starts_with(device) && !source.path.starts_with(device)) found.push_back(source.path + " includes " + included);
      if (std::regex_search(source.text, byName)) found.push_back(source.path + " asks a backend for its name");
    }
    QVERIFY2(found.empty(), listed(found));
  }

  // What an element-wise op computes follows from its formula. Named are the few that stand for something else as well: in a layer's own
  // epilogue, or as a step of another op's gradient.
  void elementwiseOpsAreNamedOnce() {
    const std::set<std::string_view> known{"add", "relu", "relu_grad", "mul", "neg", "div", "exp", "sqrt", "tanh", "gelu", "gelu_grad"};
    std::vector<std::string> found;
    int ops = 0;
    for (const OpDef* op : allOps()) {
      if (!op->formula || known.contains(op->name)) continue;
      ++ops;
      if (op->id != OpId::Other) found.push_back("core/graph/op_id.h names the op " + std::string(op->name));
      const std::string quoted = '"' + std::string(op->name) + '"';
      for (const Source& source : sources_)
        if ((source.path.starts_with("core/backend/") || source.path.starts_with("core/passes/") || source.path.starts_with("core/train/")) &&
            source.text.find(quoted) != std::string::npos)
          found.push_back(source.path + " names the op " + quoted);
    }
    QVERIFY(ops > 20);
    QVERIFY2(found.empty(), listed(found));
  }

  // An op is compared by its number (op_id.h): a misspelt name would compare as another op.
  void opsAreComparedById() {
    static const std::regex byName("op(->|\\.)name( (==|!=) |\\.(starts_with|ends_with|find|substr|contains)\\()\\x22");
    std::vector<std::string> found;
    for (const Source& source : sources_)
      if (source.path.starts_with("core/backend/") || source.path.starts_with("core/passes/") || source.path.starts_with("core/train/") ||
          source.path.starts_with("core/models/") || source.path.starts_with("core/graph/") || source.path.starts_with("core/report/"))
        if (std::regex_search(source.text, byName)) found.push_back(source.path + " compares an op by its name");
    QVERIFY2(found.empty(), listed(found));
    QVERIFY(std::regex_search(std::string("node.op->name == \"add\""), byName));
    QVERIFY(std::regex_search(std::string("node.op->name.starts_with(\"conv\")"), byName));
  }

  // What asks the locale reads "0.3" as 0 on a desktop with a decimal comma (core/base/number_text.h), and takes bytes of UTF-8 for letters
  // (core/base/lower.h).
  void numbersAndLettersAskNoLocale() {
    const std::regex asks("\\b(strtod|strtof|strtold|atof|sscanf|stod|stof|stold|tolower)\\s*\\(");
    QVERIFY(std::regex_search("const double v = std::strtod (text, &end);", asks));
    std::vector<std::string> found;
    for (const Source& source : sources_)
      if (std::smatch match; std::regex_search(source.text, match, asks)) found.push_back(source.path + ": " + match[1].str());
    QVERIFY2(found.empty(), listed(found));
  }

  // docs/adding.md names files; they are there, but for those that its examples make.
  void filesOfTheGuideExist() {
    static const std::regex path("`((?:core|profiler|views|app|tests|docs|examples)/[^`]*)`(, new)?");
    const std::string text = read(root() / "docs/adding.md");
    std::vector<std::string> found;
    int named = 0;
    for (std::sregex_iterator it(text.begin(), text.end(), path), last; it != last; ++it, ++named)
      if (!(*it)[2].matched && !std::filesystem::exists(root() / (*it)[1].str())) found.push_back((*it)[1].str() + " does not exist");
    QVERIFY(named > 20);
    QVERIFY2(found.empty(), listed(found));
  }

  // A file that a comment or a page names is there, wherever it was moved.
  void filesThatAreNamedExist() {
    static const std::regex path(
        "(?:^|[^\\w/.$}])((?:core|profiler|views|app|tests|docs|examples|cmake|resources)/[\\w./-]*\\w\\.(?:h|cpp|cuh?|py|sh|md|toml))\\b");
    std::vector<Source> texts = sourcesUnder({"core", "profiler", "views", "app", "tests"});
    for (const std::string page :
         {"README.md", "docs/architecture.md", "docs/benchmarks.md", "docs/commands.md", "docs/glossary.md", "docs/status.md"}) {
      texts.emplace_back().path = page;
      texts.back().text = read(root() / page);
    }
    std::vector<std::string> found;
    int named = 0;
    for (const Source& source : texts) {
      if (source.path == "tests/house/house_test.cpp") continue;
      for (std::sregex_iterator it(source.text.begin(), source.text.end(), path), last; it != last; ++it, ++named)
        if (const std::string file = (*it)[1]; !kMade.contains(file) && !std::filesystem::exists(root() / file))
          found.push_back(source.path + " names " + file + ", which is not there");
    }
    QVERIFY(named > 5000);
    QVERIFY2(found.empty(), listed(found));
  }

  // With pipefail a script ends, now and then and without a word, where what it reads is still being written when its reader has had enough.
  void pipesAreReadToTheEnd() {
    static const std::regex early("\\| *(head|sed [^|]*q|grep [^|]*-[a-zA-Z]*[qm]|awk [^|]*exit)\\b");
    std::vector<std::string> found, scripts{"bootstrap", ".ci/run"};
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root() / "tests"))
      if (entry.is_regular_file()) scripts.push_back(std::filesystem::relative(entry.path(), root()).generic_string());
    int strict = 0;
    for (const std::string& path : scripts) {
      const std::string text = read(root() / path);
      if (!text.starts_with("#!") || text.find("pipefail") == std::string::npos) continue;
      ++strict;
      std::istringstream lines(text);
      for (std::string line; std::getline(lines, line);)
        if (std::regex_search(line, early)) found.push_back(path + ": " + line);
    }
    QVERIFY(strict >= 5);
    QVERIFY2(found.empty(), listed(found));
    QVERIFY(std::regex_search(std::string("ldconfig -p | awk '/a/ {print $2; exit}'"), early));
    QVERIFY(std::regex_search(std::string("ls | grep -q a"), early));
  }

  void filesAndClassesCanBeRead() {
    std::vector<std::string> found;
    for (const Source& source : sourcesUnder({"core", "profiler", "views", "app", "tests"}))
      if (source.lines > kMostLines) found.push_back(source.path + " has " + std::to_string(source.lines) + " lines");
    const std::map<std::string, long> classes = classLines(sources_);
    QVERIFY(classes.size() > 500);
    for (const auto& [name, lines] : classes)
      if (lines > kMostLinesOfAClass) found.push_back(name + " has " + std::to_string(lines) + " lines over all its files");
    QVERIFY2(found.empty(), listed(found));
  }

  // The counting itself.
  void classesAreCounted() {
    Source header, source;
    header.path = "views/a/a.h";
    header.text = "class A : public B {\n public:\n  void f();\n};\n\nvoid free();\n";
    source.path = "views/a/a.cpp";
    source.text = "A::A() {\n}\n\nvoid A::f() {\n  g();\n\n}\n\nvoid free() {\n}\n";
    QCOMPARE((classLines({header, source})), (std::map<std::string, long>{{"views/a A", 4 + 2 + 4}}));
  }

 private:
  std::map<std::string, int> floors_;
  std::vector<Source> sources_;
};

QTEST_GUILESS_MAIN(HouseTest)
#include "house_test.moc"
