// A run that goes on takes no more memory than at its begin.
#include <algorithm>

#include "core/base/machine_limits.h"
#include "tests/core/train/trained.h"

#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {
constexpr std::int64_t kMiB = std::int64_t{1} << 20;
}

class MemoryGrowthTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // Hundreds of steps with a loader, captures and checkpoints: after the first of them no more is taken.
  void aLongRunTakesNoMore() {
    QTemporaryDir folder;
    const Project project = parseProject(
        "[data]\nkind = \"synthetic\"\nimage_size = 28\ncount = 1600\nmean = [0.5]\nstd = [0.5]\nvalidation_split = 0.1\n"
        "[model]\nname = \"lenet5\"\n[train]\nepochs = 60\n[train.optimizer]\nname = \"sgd\"\nlearning_rate = 0.01\n"
        "[train.capture]\nstep = -1\n[switches]\nautotune = \"off\"\nnum_workers = 1\nbatch_size = 100\n",
        folder.filePath("project.toml").toStdString(), {});
    constexpr std::int64_t kSteps = 960, kBegun = 320;
    Trainer trainer(project, {});
    std::int64_t steps = 0, captures = 0, early = 0, late = 0;  // early, late: the least that was resident in a third of the run
    bool ended = false;
    const auto see = [&](const TrainerEvent& event) {
      if (std::holds_alternative<CaptureEvent>(event)) ++captures;
      if (std::holds_alternative<EndEvent>(event)) ended = true;
      if (!std::holds_alternative<StepEvent>(event)) return;
      if (++steps % 40 == 0) trainer.capture(5);
      std::int64_t& least = steps > kSteps - kBegun ? late : early;
      if (steps > kSteps - kBegun || (steps > kBegun / 2 && steps <= kBegun + kBegun / 2)) {
        const std::int64_t resident = processMemory().resident;
        least = least == 0 ? resident : std::min(least, resident);
      }
    };
    while (!ended) {
      trainer.events().wait(20);
      for (const TrainerEvent& event : trainer.events().drain()) see(event);
    }
    trainer.join();
    QCOMPARE(steps, kSteps);
    QVERIFY2(captures >= 10, qPrintable(QString::number(captures)));
    qInfo("%.1f MiB in the first third, %.1f MiB in the last", static_cast<double>(early) / kMiB, static_cast<double>(late) / kMiB);
    QVERIFY(early > 0);
    QVERIFY2(late - early <= 3 * kMiB, qPrintable(QString("%1 bytes more").arg(late - early)));
  }
};

QTEST_GUILESS_MAIN(MemoryGrowthTest)
#include "memory_growth_test.moc"
