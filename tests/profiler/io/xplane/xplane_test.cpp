// XProf's own format (xplane.pb): one profile, written as XSpace and as the JSON that XProf makes of it, is one trace. A recorded pair of JAX on a
// CPU gave the same spans, names and times when this was written. Files that are cut off, too new or of something else end in a sentence.
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "profiler/io/import.h"
#include "profiler/io/xplane/xplane.pb.h"

using namespace stepscope;
using Json = nlohmann::json;

namespace {

struct Event {
  const char* name;
  double us, durationUs;
  std::int64_t correlation = 0;
  const char* copy = nullptr;
  int step = -1;
};
struct Line {
  std::int64_t id;
  const char* name;
  std::vector<Event> events;
};
struct Plane {
  int process;
  const char* name;
  std::vector<Line> lines;
};

// A host that launches two kernels and a copy in each of two steps, and the GPU with XProf's own lines beside the stream.
std::vector<Plane> profile() {
  std::vector<Plane> planes{{701, "/host:CPU", {{11, "python", {}}, {12, "tf_XLAEigen/12", {{"compile", 5, 90}}}}},
                            {1, "/device:GPU:0", {{14, "Stream #14(Compute,MemcpyH2D)", {}}, {20, "XLA Ops", {}}}}};
  for (int step = 0; step < 2; ++step) {
    const double t = 1000.5 * step;
    auto& host = planes[0].lines[0].events;
    host.push_back({"train", t, 900, 0, nullptr, step});
    host.push_back({"$train.py:12 step", t + 10, 800});
    host.push_back({"cuLaunchKernel", t + 20, 5, 10 * step + 1});
    host.push_back({"cuMemcpyHtoDAsync", t + 40, 5, 10 * step + 2});
    host.push_back({"cuLaunchKernel", t + 60, 5, 10 * step + 3});
    auto& stream = planes[1].lines[0].events;
    stream.push_back({"loop_add_fusion", t + 30, 200.25, 10 * step + 1});
    stream.push_back({"MemcpyH2D", t + 240, 50, 10 * step + 2, "kind_src:pinned kind_dst:device size:4096"});
    stream.push_back({"gemm_fusion_dot", t + 300, 400, 10 * step + 3});
    planes[1].lines[1].events.push_back({"loop_add_fusion", t + 30, 200.25});
  }
  return planes;
}

std::string asXSpace(const std::vector<Plane>& planes) {
  xplane::XSpace space;
  for (const Plane& plane : planes) {
    xplane::XPlane* to = space.add_planes();
    to->set_name(plane.name);
    std::map<std::string, std::int64_t> names;
    enum Stat : std::int64_t { Correlation = 1, Copy, Step };
    (*to->mutable_stat_metadata())[Correlation].set_name("correlation_id");
    (*to->mutable_stat_metadata())[Copy].set_name("memcpy_details");
    (*to->mutable_stat_metadata())[Step].set_name("step_num");
    for (const Line& line : plane.lines) {
      xplane::XLine* thread = to->add_lines();
      thread->set_id(line.id);
      thread->set_name(line.name);
      thread->set_timestamp_ns(2000);
      for (const Event& event : line.events) {
        const auto id = names.try_emplace(event.name, static_cast<std::int64_t>(names.size()) + 1).first->second;
        (*to->mutable_event_metadata())[id].set_name(event.name);
        xplane::XEvent* out = thread->add_events();
        out->set_metadata_id(id);
        out->set_offset_ps(std::llround(event.us * 1e6));
        out->set_duration_ps(std::llround(event.durationUs * 1e6));
        const auto add = [&](Stat stat) {
          xplane::XStat* value = out->add_stats();
          value->set_metadata_id(stat);
          return value;
        };
        if (event.correlation > 0) add(Correlation)->set_uint64_value(static_cast<std::uint64_t>(event.correlation));
        if (event.copy) add(Copy)->set_str_value(event.copy);
        if (event.step >= 0) add(Step)->set_int64_value(event.step);
      }
    }
  }
  return space.SerializeAsString();
}

std::string asJson(const std::vector<Plane>& planes) {
  Json events = Json::array();
  for (const Plane& plane : planes) {
    events.push_back({{"ph", "M"}, {"pid", plane.process}, {"name", "process_name"}, {"args", {{"name", plane.name}}}});
    for (const Line& line : plane.lines) {
      events.push_back({{"ph", "M"}, {"pid", plane.process}, {"tid", line.id}, {"name", "thread_name"}, {"args", {{"name", line.name}}}});
      for (const Event& event : line.events) {
        Json json{{"ph", "X"}, {"pid", plane.process}, {"tid", line.id}, {"ts", 2 + event.us}, {"dur", event.durationUs}, {"name", event.name}};
        if (event.correlation > 0) json["args"]["correlation_id"] = std::to_string(event.correlation);
        if (event.copy) json["args"]["memcpy_details"] = event.copy;
        if (event.step >= 0) json["args"]["step_num"] = std::to_string(event.step);
        events.push_back(std::move(json));
      }
    }
  }
  return Json{{"displayTimeUnit", "ns"}, {"traceEvents", std::move(events)}}.dump();
}

// Every span as a line of text, sorted: what may differ between the two is only the order of tracks.
std::vector<std::string> linesOf(const Trace& trace) {
  std::vector<std::string> lines;
  for (const TraceLane& lane : trace.lanes)
    for (std::size_t i = 0; i < lane.size(); ++i)
      lines.push_back(std::to_string(lane.start[i]) + " " + std::to_string(lane.duration[i]) + " " + std::string(trace.names.name(lane.name[i])) +
                      " | " + trace.tracks[static_cast<std::size_t>(lane.track)].name + " " + std::to_string(lane.depth) + " " +
                      std::string(nameOf(lane.kindOf(i))) + " " + std::string(nameOf(static_cast<Category>(lane.category[i]))) + " " +
                      std::to_string(lane.step[i]));
  std::sort(lines.begin(), lines.end());
  return lines;
}

}  // namespace

class XPlaneTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::string write(const char* name, const std::string& content) {
    const std::string path = folder_.filePath(name).toStdString();
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }
  Trace open(const char* name, const std::string& content) { return std::move(*importTrace(write(name, content), {})); }
  std::string sentence(const char* name, const std::string& content) {
    try {
      importTrace(write(name, content), {});
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  }

 private Q_SLOTS:
  void isTheTraceThatXProfMakesOfIt() {
    const Trace own = open("a.xplane.pb", asXSpace(profile())), json = open("a.trace.json", asJson(profile()));
    const auto a = linesOf(own), b = linesOf(json);
    QCOMPARE(a.size(), std::size_t{19});  // 11 of the host, 8 of the device
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) QVERIFY2(a[i] == b[i], (a[i] + " is not " + b[i]).c_str());
    QCOMPARE(a.size(), b.size());
    QCOMPARE(own.begin, json.begin);
    QCOMPARE(own.end, json.end);
    QCOMPARE(own.flows.size(), json.flows.size());
    QCOMPARE(own.flows.size(), std::size_t{6});  // each launch and its work
    QCOMPARE(own.dropped, std::int64_t{0});
  }

  void stepsAreThoseThatSayTheirNumber() {
    const Trace trace = open("steps.xplane.pb", asXSpace(profile()));
    std::vector<std::int32_t> steps;
    for (const TraceLane& lane : trace.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i)
        if (static_cast<Category>(lane.category[i]) == Category::Step) steps.push_back(lane.step[i]);
    QCOMPARE(steps, (std::vector<std::int32_t>{0, 1}));
  }

  // tf.data in a step: the wait for the next batch is one for data.
  void theNextBatchOfTensorFlow() {
    std::vector<Plane> planes{
        {701, "/host:CPU", {{11, "python", {{"train", 0, 100, 0, nullptr, 0}, {"EagerLocalExecute: IteratorGetNext", 10, 60}, {"matmul", 80, 5}}}}}};
    const Trace trace = open("next.xplane.pb", asXSpace(planes));
    std::map<std::string, Category> categories;
    for (const TraceLane& lane : trace.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i) categories[std::string(trace.names.name(lane.name[i]))] = static_cast<Category>(lane.category[i]);
    QCOMPARE(categories["EagerLocalExecute: IteratorGetNext"], Category::Data);
    QVERIFY(categories["matmul"] != Category::Data);
  }

  void argumentsAreReadAgain() {
    const Trace trace = open("arguments.xplane.pb", asXSpace(profile()));
    int copies = 0;
    for (const TraceLane& lane : trace.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i)
        if (lane.kindOf(i) == SpanKind::Memcpy) {
          const Json json = Json::parse(trace.arguments->json(lane.argumentsOf(i)));
          QCOMPARE(json["memcpy_details"].get<std::string>(), std::string("kind_src:pinned kind_dst:device size:4096"));
          ++copies;
        }
    QCOMPARE(copies, 2);
    std::filesystem::remove(folder_.filePath("arguments.xplane.pb").toStdString());
    QVERIFY_EXCEPTION_THROWN(trace.arguments->json(0), Error);
  }

  // Cut at every byte: whole planes or a sentence, and never anything else.
  void cutOffAnywhere() {
    const std::string whole = asXSpace(profile());
    int opened = 0, refused = 0;
    for (std::size_t bytes = 3; bytes < whole.size(); bytes += 7) {
      const std::string path = write("cut.xplane.pb", whole.substr(0, bytes));
      try {
        const auto trace = importTrace(path, {});
        QVERIFY(trace->endsEarly);
        QCOMPARE(trace->spanCount(), std::size_t{11});  // the first plane
        ++opened;
      } catch (const Error&) {
        ++refused;
      }
    }
    QVERIFY(opened > 10 && refused > 10);
  }

  void damagedBytesEndInATraceOrASentence() {
    const std::string whole = asXSpace(profile());
    std::uint32_t random = 12345;
    for (int i = 0; i < 300; ++i) {
      std::string damaged = whole;
      for (int k = 0; k < 3; ++k) {
        random = random * 1664525 + 1013904223;
        damaged[random % damaged.size()] = static_cast<char>(random >> 24);
      }
      try {
        if (const auto trace = importTrace(write("damaged.xplane.pb", damaged), {}); trace->arguments)
          for (const TraceLane& lane : trace->lanes)
            for (std::size_t s = 0; s < lane.size(); ++s)
              if (lane.argumentsOf(s) != kNoArguments) QVERIFY(Json::accept(trace->arguments->json(lane.argumentsOf(s))));
      } catch (const Error& error) {
        QVERIFY(!std::string(error.what()).empty());
      }
    }
  }

  void whatTheProfilerComplainsOfIsTold() {
    xplane::XSpace space;
    space.ParseFromString(asXSpace(profile()));
    space.add_errors("No CUPTI: permission denied");
    const Trace trace = open("errors.xplane.pb", space.SerializeAsString());
    QVERIFY(std::any_of(trace.notes.begin(), trace.notes.end(),
                        [](const TraceNote& note) { return note.reason.find("permission denied") != std::string::npos; }));
  }

  void canBeCancelled() {
    ImportOptions options;
    options.progress = [](const ImportProgress&) { return false; };
    QVERIFY(!importTrace(write("cancel.xplane.pb", asXSpace(profile())), options).has_value());
  }

  void perfettosOwnIsNotTakenForIt() {
    QVERIFY(sentence("a.pftrace", std::string("\x0A\x10\x42\x01\x02", 5)).find("Perfetto's own format") != std::string::npos);
  }
};

QTEST_APPLESS_MAIN(XPlaneTest)
#include "xplane_test.moc"
