// Every rule on facts made by hand: found, not found and not enough data, with their figures; odd traces; the JSON that is kept.
#include <functional>
#include <nlohmann/json.hpp>

#include "profiler/advisor/advice_json.h"
#include "profiler/advisor/advise.h"
#include "profiler/advisor/rule.h"
#include "profiler/analysis/busy_time.h"
#include "tests/profiler/analysis/trace_builder.h"

#include <QtTest>

using namespace stepscope;

namespace {

constexpr std::int64_t kMs = 1'000'000;

// Steps of 100 ms of ours on the CPU. Every part in ms of each step, in the order data, forward, backward, optimizer, copies.
struct OwnSteps {
  int steps = 5;
  int data = 0, convolution = 30, linear = 10, backward = 40, optimizer = 10, reorder = 0, recompute = 0, cast = 0;
  int load = 1;  // ms that a worker takes for a batch; 0: no worker
  std::string kernel = "direct";
  std::int64_t flops = 1'000'000;
};

AdviceFacts factsOf(const OwnSteps& s) {
  TraceBuilder b;
  b.node("conv2d", "conv1", Category::Forward, s.flops).node("linear", "fc", Category::Forward, s.flops);
  b.node("conv2d_grad_weight", "conv1", Category::Backward, s.flops).node("sgd", "conv1", Category::Optimizer);
  b.node("reorder", "conv1", Category::Copy).node("conv2d", "conv1", Category::Recompute, s.flops).node("cast", "fc", Category::Copy);
  const int parts[] = {s.convolution, s.linear, s.backward, s.optimizer, s.reorder, s.recompute, s.cast};
  for (int k = 0; k < s.steps; ++k) {
    const std::int64_t begin = k * 100 * kMs;
    std::int64_t at = begin;
    if (s.data > 0) b.span("Trainer", "data wait", Category::Data, at, s.data * kMs, -1, k);
    at += s.data * kMs;
    for (int n = 0; n < 7; ++n) {
      if (parts[n] > 0) b.span("Trainer", "op", Category::Other, at, parts[n] * kMs, n, k);
      at += parts[n] * kMs;
    }
    b.span("Trainer", "step", Category::Step, begin, 100 * kMs, -1, k);
    if (s.load > 0) b.span("Loader worker 1", "load batch", Category::Data, begin, s.load * kMs);
  }
  Trace trace = b.build();
  for (TraceNode& node : trace.nodes) node.kernel = s.kernel;
  AdviceFacts facts;
  facts.trace = traceFacts(std::make_shared<const Trace>(std::move(trace)));
  facts.switches = Switches{};
  facts.switches->numWorkers = s.load > 0 ? 1 : 0;
  facts.place.samples = 10'000;
  MachineFacts machine;
  machine.cores = machine.machineCores = machine.threads = 4;
  machine.memoryBytes = std::int64_t{16} << 30;
  machine.speed.threads = 4;
  machine.speed.f32 = machine.speed.bf16 = 100e9;
  facts.machine = machine;
  facts.plan = PlanFacts{64, std::int64_t{1} << 30, std::int64_t{2} << 30};
  facts.run = RunHistory{1, "run 1", 100, 10, 10, 10.0, 0.5, 0.01, {}, 0.01};
  facts.coresTaken = 0.01;
  return facts;
}

// Steps of 10 ms on a GPU: kernels of `busy` ms that the host starts, waits for data of `data` ms.
AdviceFacts gpuFacts(const char* kernel, double busy, double data, const std::function<void(TraceBuilder&)>& more = {}) {
  TraceBuilder b;
  for (int k = 0; k < 5; ++k) {
    const std::int64_t begin = k * 10 * kMs, waits = static_cast<std::int64_t>(data * 1e6), runs = static_cast<std::int64_t>(busy * 1e6);
    if (data > 0) b.span("Trainer", "data wait", Category::Data, begin, waits, -1, k);
    const std::int64_t launch = begin + 10 * kMs - runs - 10'000;
    b.gpu("Trainer", "cudaLaunchKernel", SpanKind::Runtime, launch, 5'000, static_cast<std::uint32_t>(k + 1));
    b.gpu("GPU stream 7", kernel, SpanKind::Kernel, launch + 8'000, runs, static_cast<std::uint32_t>(k + 1));
    b.span("Trainer", "step", Category::Step, begin, 10 * kMs, -1, k);
  }
  if (more) more(b);
  Trace trace = b.build();
  trace.events = 100;  // a foreign one
  AdviceFacts facts;
  facts.trace = traceFacts(std::make_shared<const Trace>(std::move(trace)));
  return facts;
}

const Finding& rule(const Advice& advice, const std::string& key) {
  for (const Finding& finding : advice.findings)
    if (finding.rule == key) return finding;
  qFatal("no rule %s", key.c_str());
}

struct Case {
  const char *name, *rule;
  Outcome outcome;
  AdviceFacts facts;
  double figure = std::numeric_limits<double>::quiet_NaN();  // NaN: not compared
  const char* cure = "";                                     // part of it
  double gain = -1;                                          // ms; -1: not compared
};

template <class Change>
AdviceFacts with(AdviceFacts facts, const Change& change) {
  change(facts);
  return facts;
}

std::vector<Case> cases() {
  const auto found = Outcome::Found, notFound = Outcome::NotFound, notEnough = Outcome::NotEnoughData;
  const AdviceFacts healthy = factsOf({});
  const AdviceFacts nothing = with(AdviceFacts{}, [](AdviceFacts& f) { f.trace = traceFacts(nullptr); });
  std::vector<Case> cases = {
      {"starved", "input_bound", found, factsOf({.data = 40, .convolution = 20, .backward = 20, .load = 0}), 40, "num_workers 0 -> 1", 40},
      {"moderately starved", "input_bound", found, factsOf({.data = 10, .load = 0}), 10},
      {"fed", "input_bound", notFound, factsOf({.data = 2}), 2},
      {"no steps", "input_bound", notEnough, nothing},
      {"idle worker", "workers", found, with(healthy, [](AdviceFacts& f) { f.machine->threads = 3; }), 1, "num_workers 1 -> 0", 24},
      {"busy worker", "workers", notFound, with(factsOf({.load = 60}), [](AdviceFacts& f) { f.machine->threads = 3; }), 60},
      {"a worker beside all threads", "workers", notFound, healthy},
      {"too many of them", "workers", found, factsOf({.load = 90}), 5, "num_workers 1 -> 0"},
      {"no worker", "workers", notFound, factsOf({.load = 0}), 0},
      {"copies between layouts", "layout_conversions", found,
       with(factsOf({.convolution = 20, .reorder = 10}), [](AdviceFacts& f) { f.switches->channelsLast = ImageLayout::ChannelsFirst; }), 10,
       "channels_last off -> auto", 10},
      {"copies that were weighed", "layout_conversions", notFound, factsOf({.convolution = 20, .reorder = 10}), 10},
      {"no copies", "layout_conversions", notFound, healthy, 0},
      {"autotune off", "autotune_off", found, with(healthy, [](AdviceFacts& f) { f.switches->autotune = false; }), 80, "autotune off -> on"},
      {"autotune on", "autotune_off", notFound, healthy},
      {"deterministic", "autotune_off", notFound, with(healthy, [](AdviceFacts& f) { f.switches->deterministic = true; })},
      {"switches unknown", "autotune_off", notEnough, with(healthy, [](AdviceFacts& f) { f.switches.reset(); })},
      {"bf16 as storage", "narrow_storage", found,
       with(factsOf({.convolution = 20, .cast = 10}), [](AdviceFacts& f) { f.switches->amp = Switches::Amp::Bf16; }), 0, "amp bf16 -> off"},
      {"bf16 as arithmetic", "narrow_storage", notFound,
       with(factsOf({.kernel = "bf16 brgemm"}), [](AdviceFacts& f) { f.switches->amp = Switches::Amp::Bf16; }), 100},
      {"bf16 for the memory", "narrow_storage", notFound,
       with(healthy,
            [](AdviceFacts& f) {
              f.switches->amp = Switches::Amp::Bf16;
              f.plan->peakBytes = std::int64_t{12} << 30;
            })},
      {"checkpointing with room", "checkpointing", found,
       with(factsOf({.convolution = 10, .recompute = 20}), [](AdviceFacts& f) { f.switches->checkpointing = Checkpointing::Mode::Blocks; }), 20,
       "checkpointing blocks -> off", 20},
      {"checkpointing without room", "checkpointing", notFound,
       with(factsOf({.convolution = 10, .recompute = 20}),
            [](AdviceFacts& f) {
              f.switches->checkpointing = Checkpointing::Mode::Blocks;
              f.plan->sumBytes = std::int64_t{15} << 30;
            })},
      {"much computed twice", "recomputation", found,
       with(factsOf({.convolution = 10, .recompute = 20}),
            [](AdviceFacts& f) {
              f.switches->checkpointing = Checkpointing::Mode::Blocks;
              f.plan->sumBytes = std::int64_t{15} << 30;
            }),
       20, "checkpointing blocks -> budget"},
      {"tiny batch", "small_batch", found,
       with(factsOf({.convolution = 10, .backward = 20, .optimizer = 30}), [](AdviceFacts& f) { f.switches->batchSize = 2; }), 60,
       "batch_size 2 -> 32"},
      {"whole batch", "small_batch", notFound, factsOf({.convolution = 10, .backward = 20, .optimizer = 30}), 60},
      {"bound to a core", "idle_cores", found, with(factsOf({.load = 0}), [](AdviceFacts& f) { f.machine->cores = f.machine->threads = 1; }), 1,
       "taskset", 75},
      {"few threads", "idle_cores", found,
       with(factsOf({.load = 0}),
            [](AdviceFacts& f) {
              f.machine->threads = 2;
              f.wantedThreads = 2;
            }),
       2, "threads = 0", 50},
      {"all cores", "idle_cores", notFound, healthy, 4},
      {"batch of 5 on 4 threads", "batch_multiple", found, with(healthy, [](AdviceFacts& f) { f.switches->batchSize = 5; }), 5, "batch_size 5 -> 8",
       37.5},
      {"batch of 64", "batch_multiple", notFound, healthy, 64},
      {"fast products unused", "matrix_units", found, with(factsOf({.flops = 3'000'000'000}), [](AdviceFacts& f) { f.machine->speed.bf16 = 400e9; }),
       80, "amp off -> bf16", 60},
      {"slow products", "matrix_units", notFound, with(healthy, [](AdviceFacts& f) { f.machine->speed.bf16 = 400e9; }), 0},
      {"no faster type", "matrix_units", notFound, healthy, 1},
      {"validation every step", "validation_often", found,
       with(healthy,
            [](AdviceFacts& f) {
              f.run->validationSeconds = 6.0;
              f.run->stepsPerEpoch = 1;
            }),
       60, "validation_split", 150},
      {"validation now and then", "validation_often", notFound, healthy, 5},
      {"slow disk", "checkpoint_often", found,
       with(healthy,
            [](AdviceFacts& f) {
              f.run->seconds = 100;
              f.run->checkpointSeconds = 20.0;
            }),
       20},
      {"a short run", "checkpoint_often", notEnough, with(healthy, [](AdviceFacts& f) { f.run->checkpointSeconds = 2.0; })},
      {"memory nearly full", "memory_near_limit", found, with(healthy, [](AdviceFacts& f) { f.plan->peakBytes = std::int64_t{15} << 30; }), 93.75,
       "checkpointing off -> blocks"},
      {"memory empty on a CPU", "memory_to_spare", notFound, healthy, 6.25},
      {"outliers on quiet cores", "step_outliers", found,
       with(healthy,
            [](AdviceFacts& f) {
              f.run->stepMs.assign(40, 100.0);
              f.run->stepMs[7] = f.run->stepMs[21] = 500;
            }),
       16.67},
      {"outliers on busy cores", "step_outliers", notEnough,
       with(healthy,
            [](AdviceFacts& f) {
              f.run->stepMs.assign(40, 100.0);
              f.run->stepMs[7] = f.run->stepMs[21] = 500;
              f.run->coresTaken = 0.4;
            })},
      {"outliers, cores taken after the capture", "step_outliers", notEnough,
       with(healthy,
            [](AdviceFacts& f) {
              f.run->stepMs.assign(40, 100.0);
              f.run->stepMs[7] = f.run->stepMs[21] = 500;
              f.run->coresTaken.reset();
            })},
      {"outliers that others may have made", "step_outliers", notEnough,
       with(healthy,
            [](AdviceFacts& f) {
              f.run->stepMs.assign(40, 100.0);
              f.run->stepMs[7] = f.run->stepMs[21] = 500;
              f.run->coresTaken = 0.05;  // of 4 cores: up to 20 % of the time
            })},
      {"even steps", "step_outliers", notFound, with(healthy, [](AdviceFacts& f) { f.run->stepMs.assign(40, 100.0); }), 0},
      {"GPU mostly idle", "low_gpu_use", found, gpuFacts("sgemm", 4, 0), 40},
      {"GPU busy", "low_gpu_use", notFound, gpuFacts("sgemm", 9, 0), 90},
      {"no GPU", "low_gpu_use", notEnough, healthy},
      {"one long pause is no launching", "launch_bound", notFound, gpuFacts("sgemm", 6, 0), 0},
      {"waits for the host", "host_pauses", found, gpuFacts("sgemm", 6, 0), 40},
      {"a busy GPU", "host_pauses", notFound, gpuFacts("sgemm", 9.9, 0)},
      // Between 0 and 4 ms of each step kernels of 0.05 ms every 0.5 ms, each with its launch.
      {"waits for launches", "launch_bound", found,
       gpuFacts("sgemm", 5.9, 0,
                [](TraceBuilder& b) {
                  for (int k = 0; k < 5; ++k)
                    for (int n = 0; n < 8; ++n) {
                      const std::int64_t at = k * 10 * kMs + n * kMs / 2;
                      const auto number = static_cast<std::uint32_t>(1000 + 10 * k + n);
                      b.gpu("CUDA calls", "cudaLaunchKernel", SpanKind::Runtime, at, 5'000, number);
                      b.gpu("GPU stream 7", "small", SpanKind::Kernel, at + 8'000, kMs / 20, number);
                    }
                }),
       36.5, "torch.compile"},
      {"waits for data instead", "launch_bound", notFound, gpuFacts("sgemm", 5.9, 4.05)},
      {"tensor cores unused", "matrix_units", found, gpuFacts("volta_sgemm_128", 9, 0), 100, "autocast"},
      {"tensor cores used", "matrix_units", notFound, gpuFacts("volta_h884gemm", 9, 0)},
      // The host waits until the kernel of the step has ended, and launches the next one 4 ms later.
      {"waits in every step", "sync_every_step", found,
       gpuFacts("sgemm", 6, 0,
                [](TraceBuilder& b) {
                  for (int k = 0; k < 5; ++k)
                    b.gpu("Trainer", "cudaStreamSynchronize", SpanKind::Runtime, k * 10 * kMs + 4 * kMs + 500'000, 5'498'500);
                }),
       32, "non_blocking"},
      {"one wait", "sync_every_step", notFound,
       gpuFacts("sgemm", 6, 0, [](TraceBuilder& b) { b.gpu("Trainer", "cudaStreamSynchronize", SpanKind::Runtime, 100'000, 2 * kMs); })},
      {"memory taken and given back", "allocator_churn", found,
       gpuFacts("sgemm", 6, 0,
                [](TraceBuilder& b) {
                  for (int k = 0; k < 5; ++k) b.gpu("Trainer", "cudaMalloc", SpanKind::Runtime, k * 10 * kMs + 100'000, 2 * kMs);
                }),
       20, "expandable_segments", 2},
      {"memory that stays", "allocator_churn", notFound, gpuFacts("sgemm", 6, 0), 0},
      // More of these five stands in gpu_bound_test.cpp.
      {"element-wise work", "memory_bound_kernels", found, gpuFacts("vectorized_elementwise_kernel", 9, 0), 100, "torch.compile"},
      {"products alone", "memory_bound_kernels", notFound, gpuFacts("sgemm", 9, 0), 0},
      {"no softmax", "open_attention", notFound, gpuFacts("sgemm", 9, 0), 0},
      {"no optimizer", "unfused_optimizer", notEnough, gpuFacts("sgemm", 9, 0)},
      {"no shapes", "product_shapes", notEnough, gpuFacts("sgemm", 9, 0)},
      {"no name of a GPU", "few_rows", notEnough, gpuFacts("sgemm", 9, 0)},
      {"copies that nothing hides", "exposed_copies", found,
       gpuFacts("sgemm", 6, 0,
                [](TraceBuilder& b) {
                  for (int k = 0; k < 5; ++k)
                    b.gpu("GPU stream 8", "Memcpy HtoD (Pinned -> Device)", SpanKind::Memcpy, k * 10 * kMs + 100'000, 2 * kMs);
                }),
       20, "non_blocking"},
      {"no copies", "exposed_copies", notFound, gpuFacts("sgemm", 6, 0), 0},
      {"one GPU", "gpus_take_turns", notEnough, gpuFacts("sgemm", 6, 0)},
      {"no gloo", "gloo_on_gpu", notFound, gpuFacts("sgemm", 6, 0), 0},
      {"code that is there", "code_loading", notFound, gpuFacts("sgemm", 6, 0), 0},
      {"pageable copies", "pageable_copies", found,
       gpuFacts("sgemm", 6, 0,
                [](TraceBuilder& b) {
                  for (int k = 0; k < 5; ++k)
                    b.gpu("GPU stream 8", "Memcpy HtoD (Pageable -> Device)", SpanKind::Memcpy, k * 10 * kMs + 100'000, kMs);
                }),
       10, "pin_memory"},
      {"pinned copies", "pageable_copies", notFound,
       gpuFacts("sgemm", 6, 0, [](TraceBuilder& b) { b.gpu("GPU stream 8", "Memcpy HtoD (Pinned -> Device)", SpanKind::Memcpy, 100'000, kMs); })},
      {"layouts on a GPU", "layout_conversions", found, gpuFacts("nchwToNhwcKernel", 6, 0), 60, "channels_last"},
      {"bare communication", "communication_bound", found, gpuFacts("ncclAllReduce", 5, 0), 50},
      {"no communication", "communication_bound", notFound, gpuFacts("sgemm", 5, 0), 0},
      {"one rank", "stragglers", notEnough, gpuFacts("ncclAllReduce", 5, 0)},
      {"lowered clock", "power_cap", found,
       gpuFacts("sgemm", 6, 0,
                [](TraceBuilder& b) {
                  for (int k = 0; k < 10; ++k) b.sample("GPU slowdown, reasons", k * 5 * kMs, k % 2);
                }),
       50},
      {"unknown blocks", "poor_occupancy", notEnough, gpuFacts("sgemm", 6, 0)},
      {"multiprocessors without work", "poor_occupancy", found,
       gpuFacts("sgemm", 9, 0,
                [](TraceBuilder& b) {
                  for (int k = 0; k < 15; ++k) b.sample("SMs Active [Throughput %]", k / 3 * 10 * kMs + (4 + k % 3) * kMs, 40);
                }),
       60, "torch.compile"},
      {"multiprocessors at work", "poor_occupancy", notFound,
       gpuFacts("sgemm", 9, 0,
                [](TraceBuilder& b) {
                  for (int k = 0; k < 15; ++k) b.sample("SMs Active [Throughput %]", k / 3 * 10 * kMs + (4 + k % 3) * kMs, 90);
                }),
       10},
      {"matrix cores of AMD", "matrix_units", notFound, gpuFacts("igemm_fwd_gtcx3_nhwc_bf16", 9, 0), 100},
      {"kernels before the first step", "launch_bound", notFound,
       gpuFacts("sgemm", 9.9, 0,
                [](TraceBuilder& b) {
                  for (std::uint32_t k = 0; k < 20; ++k) {
                    const std::int64_t at = (k - 30) * 10 * kMs;
                    b.gpu("Warm-up", "cudaLaunchKernel", SpanKind::Runtime, at + 8 * kMs, 5'000, 100 + k);
                    b.gpu("GPU stream 7", "sgemm", SpanKind::Kernel, at + 9 * kMs, kMs / 2, 100 + k);
                  }
                })},
      {"saved in every step", "checkpoint_often", found,
       gpuFacts("aten::mm", 3, 0,
                [](TraceBuilder& b) {
                  for (int k = 0; k < 5; ++k)
                    b.gpu("Main thread", "torch/serialization.py(919): save", SpanKind::Python, k * 10 * kMs + 1'000, 5 * kMs);
                }),
       50, "async_save", 5},
      {"checkpointed backward pass", "recomputation", notFound,
       gpuFacts("aten::mm", 9, 0,
                [](TraceBuilder& b) {
                  for (int k = 0; k < 5; ++k) {
                    b.gpu("Autograd", "CheckpointFunctionBackward", SpanKind::CpuOp, k * 10 * kMs + 4 * kMs, 5 * kMs);
                    b.gpu("Main thread", "CheckpointFunction", SpanKind::CpuOp, k * 10 * kMs + 1'000, kMs);
                  }
                }),
       10},
      {"gathered parameters", "communication_bound", found, gpuFacts("ncclDevKernel_AllGather_RING_LL", 5, 0), 50, "backward_prefetch"},
      {"exchanged tokens", "communication_bound", found, gpuFacts("ncclDevKernel_SendRecv", 5, 0), 50, "all_to_all"},
      {"graphs without their kernels", "matrix_units", notEnough, gpuFacts("CUDA graph 3", 9, 0)},
      {"tensor cores by their counter", "matrix_units", notFound,
       gpuFacts("CUDA graph 3", 9, 0,
                [](TraceBuilder& b) {
                  for (int k = 0; k < 15; ++k) b.sample("Tensor Active [Throughput %]", k / 3 * 10 * kMs + (4 + k % 3) * kMs, 33);
                }),
       33},
  };
  return cases;
}

}  // namespace

class RulesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void rules_data() {
    QTest::addColumn<int>("number");
    const std::vector<Case> all = cases();
    for (std::size_t i = 0; i < all.size(); ++i) QTest::addRow("%s: %s", all[i].rule, all[i].name) << static_cast<int>(i);
  }
  void rules() {
    static const std::vector<Case> all = cases();
    QFETCH(int, number);
    const Case& c = all[static_cast<std::size_t>(number)];
    const Advice advice = advise(c.facts);
    const bool listed = std::any_of(advice.findings.begin(), advice.findings.end(), [&](const Finding& f) { return f.rule == c.rule; });
    Finding finding = findRule(c.rule)->check(c.facts);
    if (listed) finding = rule(advice, c.rule);
    else QVERIFY(!finding.applies || findRule(c.rule)->ownOnly);
    QVERIFY2(finding.outcome == c.outcome, finding.sentence.c_str());
    QVERIFY(!finding.sentence.empty() && (!finding.title.empty() || !listed));
    if (!std::isnan(c.figure))
      QVERIFY2(std::abs(finding.figure - c.figure) < 0.01 * std::max(1.0, c.figure), qPrintable(QString::number(finding.figure)));
    if (*c.cure != 0)
      QVERIFY2(finding.cure && finding.cure->text().find(c.cure) != std::string::npos, finding.cure ? finding.cure->text().c_str() : "no cure");
    if (c.gain >= 0)
      QVERIFY2(finding.gainAtMostMs && std::abs(*finding.gainAtMostMs - c.gain) < 0.02 * std::max(1.0, c.gain),
               qPrintable(QString::number(finding.gainAtMostMs.value_or(-1))));
    if (finding.outcome == Outcome::Found) {
      QVERIFY(finding.weight > 0);
      QVERIFY2(finding.emphasis.empty() || finding.sentence.find(finding.emphasis) != std::string::npos, finding.sentence.c_str());
    }
  }

  // Every rule has a case in which it is found or says not found, and one threshold with its source at least.
  void everyRuleIsTried() {
    std::set<std::string> tried;
    for (const Case& c : cases()) tried.insert(c.rule);
    for (const RuleDef& def : ruleDefs()) {
      QVERIFY2(tried.contains(std::string(def.key)) || def.key == "loader_imbalance", def.key.data());
      QVERIFY2(!def.thresholds.empty() && !def.about.empty(), def.key.data());
      for (const Threshold& threshold : def.thresholds) QVERIFY(!threshold.source.empty() && !threshold.name.empty());
    }
  }

  void healthyStepsHaveNoFindings() {
    const Advice advice = advise(factsOf({}));
    for (const Finding& finding : advice.findings) QVERIFY2(finding.outcome != Outcome::Found, finding.sentence.c_str());
    QVERIFY2(advice.verdict.sentence.find("the forward pass takes 40 %") != std::string::npos ||
                 advice.verdict.sentence.find("the backward pass takes 40 %") != std::string::npos,
             advice.verdict.sentence.c_str());
    QVERIFY(advice.verdict.sentence.find(advice.verdict.emphasis) != std::string::npos);
    QCOMPARE(advice.verdict.cores, std::string("quiet cores"));
  }

  void theWorstIsFirst() {
    AdviceFacts facts = factsOf({.data = 30, .convolution = 10, .backward = 20, .recompute = 10, .load = 0});
    facts.switches->checkpointing = Checkpointing::Mode::Blocks;
    const Advice advice = advise(facts);
    QCOMPARE(advice.found(), 2);
    QCOMPARE(advice.findings[0].rule, std::string("input_bound"));
    QCOMPARE(advice.findings[1].rule, std::string("checkpointing"));
    QCOMPARE(advice.verdict.sentence, advice.findings[0].sentence);
  }

  void oddTraces_data() {
    QTest::addColumn<int>("kind");
    for (const char* name : {"empty", "no steps", "overlapping steps", "arrows that lead nowhere", "spans without length"}) {
      static int kind = 0;
      QTest::newRow(name) << kind++;
    }
  }
  void oddTraces() {
    QFETCH(int, kind);
    TraceBuilder b;
    if (kind == 1) b.span("Trainer", "op", Category::Forward, 0, kMs);
    if (kind == 2)
      for (int k = 0; k < 4; ++k)
        b.span("Trainer", "step", Category::Step, k * kMs, 3 * kMs, -1, k).span("Trainer", "data wait", Category::Data, k * kMs, kMs);
    if (kind == 3) b.gpu("GPU stream 7", "sgemm", SpanKind::Kernel, 0, kMs, 77).gpu("Trainer", "cudaLaunchKernel", SpanKind::Runtime, 0, 10, 78);
    if (kind == 4) b.span("Trainer", "step", Category::Step, 0, 0, -1, 0).gpu("GPU stream 7", "sgemm", SpanKind::Kernel, 5, 0);
    for (const std::int64_t events : {0, 10}) {
      Trace trace = b.build();
      trace.events = events;
      AdviceFacts facts;
      facts.trace = traceFacts(std::make_shared<const Trace>(std::move(trace)));
      QVERIFY(lengthOf(facts.trace.dataWaits) <= facts.trace.stepsNs);
      const Advice advice = advise(facts);
      // Listed is what can apply; where nothing is recorded, everything.
      std::size_t applies = 0;
      for (const RuleDef& def : ruleDefs()) {
        const Finding finding = def.check(facts);
        applies += finding.outcome != Outcome::NotEnoughData || (finding.applies && !(def.ownOnly && events > 0));
      }
      QCOMPARE(advice.findings.size(), facts.trace.trace->spanCount() == 0 ? ruleDefs().size() : applies);
      QVERIFY(!advice.verdict.sentence.empty());
      for (const Finding& finding : advice.findings) {
        QVERIFY2(!finding.sentence.empty(), finding.rule.c_str());
        QVERIFY2(finding.sentence.find("nan") == std::string::npos && finding.sentence.find("inf ") == std::string::npos, finding.sentence.c_str());
        QVERIFY2(finding.unit != "%" || !(finding.figure > 100.0001), finding.sentence.c_str());
      }
    }
  }

  void whatIsKeptIsReadBack() {
    AdviceFacts facts = factsOf({.data = 30, .convolution = 20, .backward = 20, .load = 0});
    const Advice advice = advise(facts);
    const auto list = findingsJson(advice.findings);
    QCOMPARE(list.size(), advice.findings.size());
    QVERIFY(list.size() < ruleDefs().size());  // nothing about GPUs
    const auto& first = list[0];
    QCOMPARE(first["rule"].get<std::string>(), std::string("input_bound"));
    QCOMPARE(first["outcome"].get<std::string>(), std::string("found"));
    QCOMPARE(first["figure"].get<double>(), 30.0);
    QCOMPARE(first["unit"].get<std::string>(), std::string("%"));
    QCOMPARE(first["cure"].get<std::string>(), std::string("num_workers 0 -> 1"));
    QCOMPARE(first["gain_at_most"].get<double>(), 30.0);
    for (const auto& item : list) {
      const std::string outcome = item["outcome"];
      QVERIFY(outcome == "found" || outcome == "not_found" || outcome == "not_enough_data");
      if (outcome == "not_enough_data") QVERIFY(item["figure"].is_null());
    }
    const std::optional<Advice> kept = adviceOf(adviceJson(advice));
    QVERIFY(kept);
    QCOMPARE(kept->findings.size(), advice.findings.size());
    QCOMPARE(kept->verdict.sentence, advice.verdict.sentence);
    QCOMPARE(kept->findings[0].cure->key, std::string("num_workers"));
    QCOMPARE(kept->findings[0].cure->value, std::int64_t{1});
    QVERIFY(kept->findings[0].category == Category::Data);
    for (const char* broken : {"", "[]", "{", "{\"findings\": 3}"}) QVERIFY(!adviceOf(broken));
    QVERIFY(adviceOf(R"({"findings": [7, {"rule": 3, "switch": {"key": "none", "to": "x"}}]})"));
  }
};

QTEST_GUILESS_MAIN(RulesTest)
#include "rules_test.moc"
