// The arguments of many events read in one pass: of each event the members that were written, as a JSON library reads them from the file's own text.
#include "profiler/trace/argument_batch.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "core/base/error.h"
#include "profiler/io/import.h"
#include "tests/profiler/io/trace_files.h"

using namespace stepscope;
using Json = nlohmann::json;

namespace {

// Events with arguments of many shapes: none, few, nested, with braces and quotes in texts, longer than a look into the file.
struct Made {
  std::string text;
  std::map<std::string, Json> arguments;  // by name
};

Made made(int count, unsigned seed) {
  std::mt19937 random(seed);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Made result;
  result.text = "{\"traceEvents\": [\n";
  for (int i = 0; i < count; ++i) {
    const std::string name = "event " + std::to_string(i);
    Json arguments = Json::object();
    for (int member = below(6); member > 0; --member) {
      const std::string key = "key " + std::to_string(member);
      switch (below(6)) {
        case 0: arguments[key] = below(1000000); break;
        case 1: arguments[key] = "with \"quotes\", {braces} and \\ slashes"; break;
        case 2: arguments[key] = Json::array({Json::array({1, 2}), "}", nullptr}); break;
        case 3: arguments[key] = {{"inner", {{"deep", true}}}}; break;
        case 4: arguments[key] = std::string(static_cast<std::size_t>(below(below(20) == 0 ? 40000 : 300)), 'x') + "\u00e4"; break;
        default: arguments[key] = 0.125 * below(100); break;
      }
    }
    Json event{{"ph", "X"}, {"cat", "kernel"}, {"name", name}, {"pid", 1 + below(2)}, {"tid", below(3)}, {"ts", 10 * i}, {"dur", 5}};
    if (!arguments.empty() || below(2) == 0) event["args"] = arguments;
    result.text += event.dump(below(2) == 0 ? -1 : 1) + (i + 1 < count ? ",\n" : "\n");
    result.arguments[name] = arguments;
  }
  result.text += "]}\n";
  return result;
}

}  // namespace

class ArgumentBatchTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  static void compare(const Trace& trace, const Made& wanted, unsigned seed) {
    std::vector<std::uint64_t> handles;
    std::vector<std::string> names;
    for (const TraceLane& lane : trace.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i) {
        handles.push_back(lane.argumentsOf(i));
        names.emplace_back(trace.names.name(lane.name[i]));
      }
    QCOMPARE(handles.size(), wanted.arguments.size());
    std::vector<std::size_t> order(handles.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), std::mt19937(seed));
    std::vector<std::uint64_t> shuffled;
    for (const std::size_t i : order) shuffled.push_back(handles[i]);
    std::vector<Json> read(handles.size());
    std::vector<int> times(handles.size(), 0);
    eachArguments(trace, shuffled, [&](std::size_t at, std::string_view json, std::size_t thread) {
      if (thread >= kArgumentThreads) std::abort();
      read[order[at]] = Json::parse(json, nullptr, false);
      ++times[order[at]];
    });
    for (std::size_t i = 0; i < handles.size(); ++i) {
      const Json& arguments = wanted.arguments.at(names[i]);
      QCOMPARE(times[i], handles[i] == kNoArguments ? 0 : 1);
      if (handles[i] != kNoArguments)
        QVERIFY2(read[i] == arguments, (names[i] + " " + read[i].dump(-1, ' ', false, Json::error_handler_t::replace)).c_str());
      else QVERIFY(arguments.empty());
    }
  }

 private Q_SLOTS:
  void everyEvent_data() {
    QTest::addColumn<int>("count");
    QTest::addColumn<bool>("packed");
    QTest::newRow("few") << 7 << false;
    QTest::newRow("some") << 900 << false;
    QTest::newRow("many, several threads") << 9000 << false;
    QTest::newRow("packed") << 9000 << true;
  }
  void everyEvent() {
    QFETCH(int, count);
    QFETCH(bool, packed);
    for (unsigned seed = 1; seed <= 3; ++seed) {
      const Made wanted = made(count, seed);
      const std::string file = test::writeFile(folder_, packed ? "a.json.gz" : "a.json", packed ? test::gzipped(wanted.text) : wanted.text);
      const std::optional<Trace> trace = importTrace(file);
      QVERIFY(trace);
      compare(*trace, wanted, seed);
    }
  }

  // A category that is no kind of span stands with the arguments.
  void categories() {
    const std::string file =
        test::writeFile(folder_, "c.json",
                        "[{\"ph\":\"X\",\"cat\":\"mine\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1,\"args\":{\"b\":[1]}},"
                        "{\"ph\":\"X\",\"args\":{ },\"name\":\"b\",\"pid\":1,\"tid\":1,\"ts\":5,\"dur\":1,\"cat\":\"mine\"}]");
    const Trace trace = *importTrace(file);
    std::vector<std::string> read(2);
    eachArguments(trace, trace.lanes.front().arguments, [&](std::size_t at, std::string_view json, std::size_t) { read[at] = json; });
    QVERIFY2(Json::parse(read[0]) == (Json{{"category", "mine"}, {"b", Json::array({1})}}), read[0].c_str());
    if (trace.lanes.front().arguments[1] != kNoArguments) QVERIFY2(Json::parse(read[1]) == Json({{"category", "mine"}}), read[1].c_str());
  }

  void aFileThatIsGone() {
    const Made wanted = made(3000, 5);
    const std::string file = test::writeFile(folder_, "gone.json", wanted.text);
    const Trace trace = *importTrace(file);
    QVERIFY(QFile::remove(QString::fromStdString(file)));
    std::vector<std::uint64_t> handles;
    for (const TraceLane& lane : trace.lanes) handles.insert(handles.end(), lane.arguments.begin(), lane.arguments.end());
    QVERIFY_THROWS_EXCEPTION(Error, eachArguments(trace, handles, [](std::size_t, std::string_view, std::size_t) {}));
    eachArguments(Trace{}, handles, [](std::size_t, std::string_view, std::size_t) { std::abort(); });
  }

  // What the one who asks throws comes back to him, from whatever thread.
  void whatIsThrownComesBack() {
    const Made wanted = made(9000, 6);
    const Trace trace = *importTrace(test::writeFile(folder_, "throws.json", wanted.text));
    std::vector<std::uint64_t> handles;
    for (const TraceLane& lane : trace.lanes) handles.insert(handles.end(), lane.arguments.begin(), lane.arguments.end());
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, eachArguments(trace, handles, [&](std::size_t at, std::string_view, std::size_t) {
                               if (at == handles.size() / 2) throw std::runtime_error("here");
                             }));
  }
};

QTEST_APPLESS_MAIN(ArgumentBatchTest)
#include "argument_batch_test.moc"
