// What is timed before the first step of a run, what between the steps, and that a run resumed afterwards computes with the same kernels.
#include "core/backend/devices/devices.h"
#include "core/train/checkpoint/checkpoint.h"
#include "core/train/prediction/kernel_cache.h"
#include "tests/core/train/trained.h"

#include <QtTest>
#include <algorithm>

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr const char* kText = R"([data]
kind = "shapes"
path = "shapes"
count = 96
image_size = 32
[[model.layers]]
type = "conv2d"
out_channels = 16
kernel_size = 3
padding = 1
[[model.layers]]
type = "relu"
[[model.layers]]
type = "conv2d"
out_channels = 32
kernel_size = 3
padding = 1
[[model.layers]]
type = "relu"
[[model.layers]]
type = "global_avg_pool"
[[model.layers]]
type = "flatten"
[[model.layers]]
type = "linear"
out_features = 8
[train]
epochs = 2
threads = 1
[train.capture]
step = -1
[switches]
batch_size = 8
num_workers = 0
)";

bool isLayout(const std::string& key) {
  return key.starts_with("layout of images");
}

const std::string* layoutOf(const KernelChoices& choices) {
  for (const auto& [key, kernel] : choices.entries())
    if (isLayout(key)) return &key;
  return nullptr;
}

std::vector<std::string> kernelsOf(const PlanView& plan) {
  std::vector<std::string> names;
  for (const NodeKernel& kernel : plan.kernels) names.push_back(kernel.kernel);
  return names;
}

int told(const std::vector<StateEvent>& states, TrainerState state, const char* what) {
  return static_cast<int>(std::count_if(
      states.begin(), states.end(), [&](const StateEvent& event) { return event.state == state && event.message.find(what) != std::string::npos; }));
}

struct Place {
  QTemporaryDir folder, cache;
  Project project = parseProject(kText, folder.filePath("project.toml").toStdString(), {});
  Place() { qputenv("XDG_CACHE_HOME", cache.path().toUtf8()); }
  KernelChoices kept() const { return loadKernelCache(*findBackend("cpu")); }
};

}  // namespace

class FirstStepTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void layoutsAreNotComparedBeforeTheFirstStep() {
    Place place;
    TrainerOptions options;
    options.timingShare = 0;
    const Trained run = train(place.project, options);
    QCOMPARE(run.end.status, RunStatus::Finished);
    QVERIFY(told(run.states, TrainerState::Preparing, "timing kernels") > 0);
    QCOMPARE(told(run.states, TrainerState::Preparing, "comparing layouts"), 0);
    QCOMPARE(told(run.states, TrainerState::Running, "comparing layouts"), 0);
    const KernelChoices kept = place.kept();
    const std::string* layout = layoutOf(kept);
    QVERIFY(layout && kept.isProvisional(*layout));
    // An epoch that is too short for it leaves it to the next run.
    const Trained next = train(place.project, options);
    QVERIFY(told(next.states, TrainerState::Preparing, "comparing layouts") > 0);
  }

  void theRestIsTimedBetweenTheFirstSteps() {
    Place place;
    TrainerOptions options;
    options.timingShare = 1e9;
    std::size_t stepsBefore = 0;
    bool seen = false;
    const Trained run = trainStepByStep(place.project, options, [&](Trainer&, const Trained& so, const TrainerEvent& event) {
      const auto* state = std::get_if<StateEvent>(&event);
      if (seen || !state || state->state != TrainerState::Running || state->message.find("comparing layouts") == std::string::npos) return;
      seen = true;
      stepsBefore = so.steps.size();
    });
    QCOMPARE(run.end.status, RunStatus::Finished);
    QVERIFY(seen);
    QVERIFY2(stepsBefore >= 1 && stepsBefore < 12, "it is done between the steps of the first epoch");
    QCOMPARE(told(run.states, TrainerState::Preparing, "comparing layouts"), 0);
    const KernelChoices kept = place.kept();
    QVERIFY(layoutOf(kept) && !kept.isProvisional(*layoutOf(kept)));
    QVERIFY(std::isfinite(run.epochs.back().of("train_loss")));
    // The next run begins with all of them known.
    const Trained next = train(place.project, options);
    QCOMPARE(told(next.states, TrainerState::Preparing, "comparing layouts"), 0);
    QCOMPARE(kernelsOf(*next.plans.back()), kernelsOf(*run.plans.back()));
  }

  // A cache that holds the kernels of a hundred models is no part of a checkpoint, and a resumed run knows it all the same.
  void aCheckpointKeepsTheKernelsOfItsRunAlone() {
    Place place;
    KernelChoices others;
    for (int i = 0; i < 100; ++i) others.set("conv2d of another model " + std::to_string(i) + " | another machine | batch 1", "direct");
    extendKernelCache(*findBackend("cpu"), others);
    const Trained run = train(place.project);
    QVERIFY2(run.end.status == RunStatus::Finished, run.end.message.c_str());
    const Checkpoint last = loadCheckpoint(place.project.runDirectory(run.end.run), "last");
    QVERIFY(last.kernelChoices.size() >= 2);
    for (const auto& [key, kernel] : last.kernelChoices) QVERIFY2(key.find("another model") == std::string::npos, key.c_str());
    TrainerOptions options;
    options.resume = run.end.run;
    options.configurationPatch = R"([{"op":"replace","path":"/train/epochs","value":3}])";
    const Trained more = train(place.project, options);
    QVERIFY2(more.end.status == RunStatus::Finished, more.end.message.c_str());
    QCOMPARE(kernelsOf(*more.plans.back()), kernelsOf(*run.plans.back()));
    QVERIFY(place.kept().entries().size() >= 100 + last.kernelChoices.size());
  }

  // A layout that an earlier run kept wrongly is replaced between the steps; what then runs is what a resumed run computes with.
  void resumedRunsHaveTheKernelsThatWereTimedMeanwhile() {
    Place place;
    TrainerOptions options;
    options.timingShare = 0;
    train(place.project, options);
    KernelChoices wrong;
    const KernelChoices kept = place.kept();
    for (const auto& [key, kernel] : kept.entries())
      wrong.set(key, key.starts_with("conv2d ") && kernel != "matmul" ? "matmul" : kernel, key.starts_with("conv2d "));
    extendKernelCache(*findBackend("cpu"), wrong);
    options.timingShare = 1e9;
    const Trained broken = trainToStep(place.project, 5, options);
    QCOMPARE(broken.end.status, RunStatus::Stopped);
    const std::vector<std::string> running = kernelsOf(*broken.plans.back());
    options.resume = broken.start->run;
    const Trained resumed = train(place.project, options);
    QCOMPARE(resumed.end.status, RunStatus::Finished);
    QCOMPARE(kernelsOf(*resumed.plans.front()), running);
    QCOMPARE(kernelsOf(*resumed.plans.back()), running);
    QCOMPARE(told(resumed.states, TrainerState::Running, "timing kernels") + told(resumed.states, TrainerState::Preparing, "timing kernels"), 0);
  }
};

QTEST_GUILESS_MAIN(FirstStepTest)
#include "first_step_test.moc"
