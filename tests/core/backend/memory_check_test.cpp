// The checking mode of programs: no kernel writes beside what it was given, none reads what was not written or is no longer kept; planted
// faults show that each of these would be found. STEPSCOPE_ZOO_PART=2/4: only the second quarter of the models.
// Qt last: its macro "slots" would change the memory plan's header.
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "core/backend/cpu/plan/lowering.h"
#include "core/backend/cpu/plan/program.h"
#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/graph/op.h"
#include "profiler/trace/recorder.h"
#include "tests/core/backend/program_runner.h"
#include "tests/core/backend/zoo_step.h"
#include "tests/support/zoo_rows.h"

#include <QtTest>

using namespace stepscope;

namespace {

constexpr std::int64_t kBatch = 2;
constexpr int kSteps = 2;

// Everything that a step leaves behind, byte for byte.
using Left = std::map<std::string, std::vector<std::byte>>;

std::vector<std::byte> bytesOf(const Program& program, const Value& value, std::string_view name) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(numel(value.shape) * sizeOf(value.dtype)));
  program.read(name, bytes);
  return bytes;
}

Left leftBehind(const Program& program, const Graph& graph) {
  Left left;
  for (const Value& value : graph.values())
    if (isPersistent(value.role) && value.aliasOf == kNone) left[value.name] = bytesOf(program, value, value.name);
  for (const auto& [name, id] : graph.outputs()) left["output " + name] = bytesOf(program, graph.value(id), name);
  return left;
}

bool finite(const std::vector<std::byte>& bytes) {
  for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
    float number = 0;
    std::memcpy(&number, bytes.data() + i, 4);
    if (!std::isfinite(number)) return false;
  }
  return true;
}

struct Steps {
  Left training;              // after the last training step
  std::vector<Left> between;  // after every validation step
  std::int64_t planBytes = 0, residentBytes = 0;
};

Steps stepsOf(const ZooEntry& entry, CompileOptions options) {
  const Backend& backend = *findBackend("cpu");
  const ModelInput input = smallInput(entry);
  const Graph graph = zooTrainingStep(entry, kBatch), evaluation = zooTrainingStep(entry, kBatch, false);
  const auto train = backend.compile(graph, options);
  const auto validate = backend.compile(evaluation, options, train.get());
  const auto state = std::make_shared<Arena>(std::max(train->plan().stateBytes, validate->plan().stateBytes));
  const auto step = std::make_shared<Arena>(std::max(train->plan().stepBytes, validate->plan().stepBytes));
  train->attach(state, step);
  validate->attach(state, step);
  giveWeights(*train, graph);
  Steps done;
  for (std::uint32_t n = 0; n < kSteps; ++n) {
    train->stateChanged();
    giveBatch(*train, graph, input, n);
    train->run();
    if (n + 1 == kSteps) done.training = leftBehind(*train, graph);
    validate->stateChanged();
    // The second time the copies of the weights are those of the first.
    for (int again = 0; again < 2; ++again) {
      giveBatch(*validate, evaluation, input, n + 10);
      validate->run();
      done.between.push_back(leftBehind(*validate, evaluation));
    }
  }
  done.planBytes = state->bytes() + step->bytes();
  done.residentBytes = train->measuredPeakBytes();
  return done;
}

// A small net whose kernels the test may change before they are bound.
struct Faulty {
  Graph graph;
  std::unique_ptr<cpu::CpuProgram> program;
  ModelInput input;

  using Change = std::function<void(cpu::Lowered&)>;
  Faulty(const std::string& model, const Change& change, bool checked = true) {
    const ZooEntry& entry = test::zooEntry(QString::fromStdString(model));
    input = smallInput(entry);
    graph = zooTrainingStep(entry, kBatch);
    cpu::LoweringOptions lowering;
    lowering.threads = 2;
    lowering.images = Layout::Blocked8;
    CompileOptions options;
    options.autotune = false;
    cpu::Lowered lowered = cpu::lower(graph, options, lowering);
    change(lowered);
    program = std::make_unique<cpu::CpuProgram>(std::move(lowered), 2, nullptr, ImageLayout::Auto, std::vector<std::string>{}, checked);
    attachAlone(*program);
    giveWeights(*program, graph);
    giveBatch(*program, graph, input, 0);
  }
  // What the checks say of a step; empty: nothing.
  std::string said() {
    try {
      program->run(nullptr);
    } catch (const Error& error) {
      return error.kind() == ErrorKind::Internal ? error.what() : "another kind of error";
    }
    return {};
  }
};

// The first node that `wanted` likes and that a kernel runs.
std::size_t nodeOf(const cpu::Lowered& lowered, const std::function<bool(std::size_t)>& wanted) {
  for (std::size_t n = 0; n < lowered.binds.size(); ++n)
    if (lowered.binds[n] && wanted(n)) return n;
  throw Error(ErrorKind::Internal, "test", "no node of that kind");
}

// The kernel that computes a layer forward.
std::size_t forwardOf(const cpu::Lowered& lowered, const std::string& layer) {
  return nodeOf(lowered, [&](std::size_t n) {
    const Node& node = lowered.graph.nodes()[n];
    return node.scope == layer && node.phase == Phase::Forward && node.op->name != "reorder";
  });
}

// After the kernel of node n ran, `also` is done to its operands.
void andThen(cpu::Lowered& lowered, std::size_t n, std::function<void(const cpu::Buffers&)> also) {
  lowered.binds[n] = [bind = lowered.binds[n], also = std::move(also)](const cpu::Buffers& buffers) -> cpu::Launch {
    return [launch = bind(buffers), also, buffers] {
      launch();
      also(buffers);
    };
  };
}

std::int64_t bytesOfOutput(const cpu::Lowered& lowered, std::size_t n) {
  return lowered.graph.value(lowered.results[n][0]).bytes;
}

}  // namespace

class MemoryCheckTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void everyModel_data() { test::addZooRows(); }
  // Training and validation in turns over one memory: no guard is written over, and what the checks poison is read by nobody, or the
  // results would not be the same bits.
  void everyModel() {
    QFETCH(QString, name);
    const ZooEntry& entry = test::zooEntry(name);
    CompileOptions options;
    options.threads = 2;
    options.autotune = false;
    const Steps ordinary = stepsOf(entry, options);
    options.checkMemory = true;
    const Steps checked = stepsOf(entry, options);
    QVERIFY(checked.planBytes > ordinary.planBytes);
    QVERIFY(finite(ordinary.training.at("output loss")));
    QCOMPARE(checked.training.size(), ordinary.training.size());
    for (const auto& [what, bytes] : ordinary.training) QVERIFY2(checked.training.at(what) == bytes, what.c_str());
    for (std::size_t i = 0; i < ordinary.between.size(); ++i)
      for (const auto& [what, bytes] : ordinary.between[i]) QVERIFY2(checked.between[i].at(what) == bytes, what.c_str());
    // What the system holds of memory that nobody touched before the steps: never more than was planned, in pages; less where a library
    // asked for a workspace that it does not use to its end.
    constexpr std::int64_t kPages = 2 * (std::int64_t{2} << 20);  // the last huge page of both arenas
    qInfo("%lld bytes planned, %lld resident", static_cast<long long>(ordinary.planBytes), static_cast<long long>(ordinary.residentBytes));
    QVERIFY2(ordinary.residentBytes <= ordinary.planBytes + kPages, qPrintable(QString::number(ordinary.residentBytes)));
    QVERIFY2(2 * ordinary.residentBytes > ordinary.planBytes, qPrintable(QString::number(ordinary.residentBytes)));
  }

  void withoutAFaultNothingIsSaid() {
    for (const char* model : {"lenet5", "resnet20"}) {
      Faulty net(model, [](cpu::Lowered&) {});
      for (int step = 0; step < 3; ++step) QCOMPARE(net.said(), std::string());
      QVERIFY(std::isfinite(net.program->scalar("loss")));
    }
  }

  void oneFloatBehindAnOutput() {
    std::size_t n = 0;
    Faulty net("lenet5", [&n](cpu::Lowered& lowered) {
      n = forwardOf(lowered, "conv2");
      andThen(lowered, n, [bytes = bytesOfOutput(lowered, n)](const cpu::Buffers& b) { b.out(0)[bytes / 4] = 1.0F; });
    });
    const std::string said = net.said();
    for (const std::string& part : {std::string("conv2: kernel "), net.program->kernels()[n].kernel + " of conv2d",
                                    std::string("wrote after the end (byte 0) of its output \"conv2.conv2d\"")})
      QVERIFY2(said.find(part) != std::string::npos, (said + " / " + part).c_str());
  }

  // Ten floats end within a cache line.
  void oneFloatBehindAnOutputThatEndsWithinACacheLine() {
    std::int64_t bytes = 0;
    Faulty net("lenet5", [&bytes](cpu::Lowered& lowered) {
      const std::size_t n = nodeOf(lowered, [&](std::size_t i) {
        return lowered.graph.nodes()[i].phase == Phase::Backward && !lowered.results[i].empty() && bytesOfOutput(lowered, i) % 64 != 0;
      });
      bytes = bytesOfOutput(lowered, n);
      andThen(lowered, n, [bytes](const cpu::Buffers& b) { b.out<std::byte>(0)[bytes] = std::byte{1}; });
    });
    QVERIFY(bytes % 64 != 0);
    const std::string said = net.said();
    QVERIFY2(said.find("wrote after the end (byte 0)") != std::string::npos, said.c_str());
  }

  void oneFloatBeforeAnOutput() {
    Faulty net("lenet5",
               [](cpu::Lowered& lowered) { andThen(lowered, forwardOf(lowered, "conv1"), [](const cpu::Buffers& b) { b.out(0)[-1] = 1.0F; }); });
    const std::string said = net.said();
    QVERIFY2(said.find("conv1: ") == 0 && said.find("wrote before the beginning (byte -1)") != std::string::npos, said.c_str());
  }

  void oneFloatBehindAnInput() {
    Faulty net("lenet5", [](cpu::Lowered& lowered) {
      const std::size_t n = forwardOf(lowered, "conv1");
      const std::int64_t bytes = lowered.graph.value(lowered.graph.nodes()[n].inputs[1]).bytes;
      andThen(lowered, n, [bytes](const cpu::Buffers& b) { b.in(1)[bytes / 4] = 1.0F; });
    });
    const std::string said = net.said();
    QVERIFY2(said.find("conv1: ") == 0 && said.find("of its input \"conv1.") != std::string::npos, said.c_str());
  }

  void oneFloatBehindAWorkspace() {
    std::string scope;
    Faulty net("resnet20", [&scope](cpu::Lowered& lowered) {
      const std::size_t n = nodeOf(lowered, [&](std::size_t i) { return lowered.workspaces[i] != kNone; });
      scope = lowered.graph.nodes()[n].scope;
      const std::int64_t bytes = lowered.graph.value(lowered.workspaces[n]).bytes;
      andThen(lowered, n, [bytes](const cpu::Buffers& b) { reinterpret_cast<float*>(b.workspace + bytes)[0] = 1.0F; });
    });
    const std::string said = net.said();
    QVERIFY2(said.find(scope + ": kernel ") == 0 && said.find("of its workspace") != std::string::npos, said.c_str());
  }

  // Far from all that the kernel was given: seen when the step ends, where the value is named.
  void behindAValueOfAnotherNode() {
    std::byte* target = nullptr;
    Faulty net("lenet5", [&target](cpu::Lowered& lowered) {
      andThen(lowered, forwardOf(lowered, "conv1"), [&target](const cpu::Buffers&) { *target = std::byte{1}; });
    });
    const Graph& graph = net.program->graph();
    const std::span<const std::byte> bytes = net.program->memory(graph.find("fc3.weight.momentum"));
    target = const_cast<std::byte*>(bytes.data() + bytes.size());
    const std::string said = net.said();
    QVERIFY2(said.find("fc3.weight.momentum") != std::string::npos, said.c_str());
  }

  // A kernel that leaves out what it should write: ordinarily the bytes of a step before, or zeros, are read, and nobody sees it.
  void whatWasNotWrittenIsRead() {
    const auto leaveOut = [](cpu::Lowered& lowered) {
      lowered.binds[forwardOf(lowered, "fc3")] = [](const cpu::Buffers&) -> cpu::Launch { return [] {}; };
    };
    Faulty ordinary("lenet5", leaveOut, false), checked("lenet5", leaveOut);
    QCOMPARE(ordinary.said(), std::string());
    QVERIFY(std::isfinite(ordinary.program->scalar("loss")));
    QCOMPARE(checked.said(), std::string());
    QVERIFY(std::isnan(checked.program->scalar("loss")));
  }

  // The bytes in a workspace before its kernel runs, and those of a value after its last reader.
  void whatIsNotKeptIsNaN() {
    const auto seenBy = [](const std::string& model, bool checked, bool workspace) {
      std::size_t reader = 0;
      const std::byte* from = nullptr;
      float seen = 0;
      const auto look = [&](cpu::Lowered& lowered) {
        for (std::size_t n = 0; n < lowered.binds.size(); ++n) {
          if (!lowered.binds[n]) continue;
          lowered.binds[n] = [&, n, bind = lowered.binds[n]](const cpu::Buffers& buffers) -> cpu::Launch {
            cpu::Launch launch = bind(buffers);
            if (!launch) return launch;
            return [&, n, launch] {
              if (n == reader) std::memcpy(&seen, from, sizeof(seen));
              launch();
            };
          };
        }
        if (workspace) reader = nodeOf(lowered, [&](std::size_t n) { return lowered.workspaces[n] != kNone; });
      };
      Faulty net(model, look, checked);
      const Graph& graph = net.program->graph();
      const MemoryPlan& plan = net.program->plan();
      if (workspace) {
        from = net.program->memory(graph.nodes()[reader].outputs.back()).data();
      } else {
        for (const MemorySlot& slot : plan.slots) {
          const NodeId producer = graph.value(slot.value).producer;
          if (producer == kNone || graph.node(producer).scope != "conv1" || graph.node(producer).phase != Phase::Forward) continue;
          if (slot.last <= slot.first) continue;
          reader = slot.last + 1;
          while (net.program->kernels()[reader].kernel == "view") ++reader;
          from = net.program->memory(slot.value).data();
          break;
        }
      }
      if (from == nullptr || !net.said().empty()) return std::numeric_limits<float>::infinity();
      return seen;
    };
    for (const bool workspace : {false, true}) {
      QVERIFY(std::isfinite(seenBy("resnet20", false, workspace)));
      const float seen = seenBy("resnet20", true, workspace);
      QVERIFY2(std::isnan(seen), qPrintable(QString("%1: %2").arg(workspace ? "workspace" : "value").arg(static_cast<double>(seen))));
    }
  }

  void aRecordedStepIsCheckedToo() {
    Faulty net("lenet5",
               [](cpu::Lowered& lowered) { andThen(lowered, forwardOf(lowered, "conv1"), [](const cpu::Buffers& b) { b.out(0)[-1] = 1.0F; }); });
    Recorder recorder;
    recorder.enable(true);
    bool found = false;
    try {
      net.program->run(&recorder);
    } catch (const Error&) {
      found = true;
    }
    QVERIFY(found);
  }
};

QTEST_GUILESS_MAIN(MemoryCheckTest)
#include "memory_check_test.moc"
