// Whole runs on a GPU, which is emulated: driver, plugin, device, trainer, store. What a user sees when there is too little memory, when
// the device is lost in mid-run, and what a recording of a training step holds. Qt last: its macro "slots" would change the memory plan's
// header.
#include "core/backend/cuda/base/device_api.h"
#include "core/backend/devices/devices.h"
#include "core/program/step_program.h"
#include "core/report/doctor.h"
#include "core/train/prediction/memory_advice.h"
#include "core/train/steps/task_metrics.h"
#include "profiler/analysis/kernel_table.h"
#include "tests/core/backend/cuda/emulated_device.h"
#include "tests/core/train/trained.h"

#include <dlfcn.h>

#include <cstdlib>
#include <map>
#include <set>

#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;
using cuda::Emulation;

namespace {

TrainerOptions onGpu() {
  TrainerOptions options;
  options.device = "cuda";
  options.useKernelCache = false;
  return options;
}

QString joined(const std::vector<std::string>& lines) {
  QString text;
  for (const std::string& line : lines) text += QString::fromStdString(line) + QLatin1Char('\n');
  return text;
}

}  // namespace

class CudaTrainingTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // The driver is found by its name: one of that name that is loaded already is taken.
  void initTestCase() {
    QVERIFY2(dlopen(FAKE_DRIVER, RTLD_NOW | RTLD_GLOBAL), dlerror());
    qputenv("STEPSCOPE_CUDA_PLUGIN", EMULATED_PLUGIN);
    qputenv("FAKE_CUDA_DEVICES", "1");
    QVERIFY2(dlopen(FAKE_NVML, RTLD_NOW | RTLD_GLOBAL), dlerror());
    void* plugin = dlopen(EMULATED_PLUGIN, RTLD_NOW);
    QVERIFY2(plugin, dlerror());
    emulation_ = reinterpret_cast<Emulation* (*)()>(dlsym(plugin, "stepscope_emulation"))();
    QVERIFY2(findBackend("cuda"), whyNoGpu().c_str());
  }
  void init() {
    const auto allocated = emulation_->allocatedBytes;
    *emulation_ = {};
    emulation_->allocatedBytes = allocated;
  }

  void theDeviceIsToldByName() {
    QCOMPARE(findBackend("cuda")->device().name, std::string("emulated device"));
    QVERIFY(whyNoGpu().empty());
    QVERIFY(findGpu().explanation.find("train on it with --device cuda") != std::string::npos);
  }

  // Of several GPUs one may be too old for the kernels: the others can be used, and the chooser says why this one cannot.
  void aGpuThatIsTooOldIsNotOffered() {
    qputenv("FAKE_CUDA_CAPABILITY", "75");
    QVERIFY(!findBackend("cuda"));
    QVERIFY_EXCEPTION_THROWN(requireBackend("cuda"), Error);
    const auto choices = deviceChoices();
    QCOMPARE(static_cast<int>(choices.size()), 2);
    QVERIFY2(choices[1].problem.find("has compute capability 7.5") != std::string::npos, choices[1].problem.c_str());
    const std::string said = findGpu().explanation;
    QVERIFY2(said.find("8.0 (A100) and newer, so training runs on the CPU.") != std::string::npos, said.c_str());
    QTemporaryDir folder;
    const Trained refused = train(smallProject(folder, {{"train.epochs", "1"}}), onGpu());
    QVERIFY(refused.end.status == RunStatus::Failed);
    QVERIFY2(refused.end.message.find("cuda cannot be used: Pretended GPU 0") != std::string::npos, refused.end.message.c_str());
    qunsetenv("FAKE_CUDA_CAPABILITY");
    QVERIFY(findBackend("cuda"));
  }

  // Step by step the losses of the CPU, with one launch a step.
  void aRunTrainsAsOnTheCpu() {
    QTemporaryDir here, there;
    const Project project = smallProject(here, {{"train.epochs", "1"}});
    const Trained gpu = train(project, onGpu());
    QCOMPARE(gpu.end.message, std::string());
    QVERIFY(gpu.end.status == RunStatus::Finished);
    QVERIFY(emulation_->graphLaunches > 5);
    TrainerOptions cpu;
    cpu.useKernelCache = false;
    const Trained reference = train(smallProject(there, {{"train.epochs", "1"}}), cpu);
    QCOMPARE(gpu.steps.size(), reference.steps.size());
    for (std::size_t n = 0; n < gpu.steps.size(); ++n)
      QVERIFY2(std::abs(gpu.steps[n].loss() - reference.steps[n].loss()) < 1e-4 * std::abs(reference.steps[n].loss()),
               qPrintable(QString("%1: %2 %3").arg(n).arg(gpu.steps[n].loss()).arg(reference.steps[n].loss())));
    QCOMPARE(gpu.end.measuredPeakBytes, gpu.end.predictedPeakBytes);
  }

  // What the driver tells of the GPU is kept as series of the run, as what the system tells of the host.
  void theGpusOwnFiguresAreSeriesOfTheRun() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "100000"}, {"train.capture.step", "-1"}});
    const Trained trained = train(project, onGpu(), [&](Trainer& trainer, const Trained& so, const TrainerEvent& event) {
      if (!std::holds_alternative<EpochEvent>(event) || so.epochs.size() % 16 != 0) return;  // the first sample takes two seconds
      const auto series = RunReader(project.storePath()).series(so.start->run);
      if (std::any_of(series.begin(), series.end(), [](const SeriesInfo& one) { return one.key == "system/gpu_megahertz"; })) trainer.stop();
    });
    QVERIFY2(trained.end.status == RunStatus::Stopped, trained.end.message.c_str());
    const RunReader reader(project.storePath());
    for (const auto& [key, value] :
         {std::pair{"system/gpu_busy_share", 0.87}, std::pair{"system/gpu_memory_bytes", 700.0}, std::pair{"system/gpu_watts", 512.5},
          std::pair{"system/gpu_celsius", 61.0}, std::pair{"system/gpu_megahertz", 1980.0}}) {
      const std::vector<Point> points = reader.points(trained.end.run, key);
      QVERIFY2(!points.empty(), key);
      for (const Point& point : points) QVERIFY2(qFuzzyCompare(point.value, value), key);
    }
  }

  // What mixed precision came to is said of this device.
  void mixedPrecisionIsOnTensorCores() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"switches.amp", "bf16"}});
    CompileOptions options;
    options.mayTime = false;
    const StepProgram program = compileStep(programOf(project, modelInputOf(openData(project.data).train->info())), requireBackend("cuda"), options);
    QString said;
    for (const PassReport& report : program.reports)
      if (report.pass == "amp") said = joined(report.notes);
    QVERIFY2(said.contains("matrix products multiply in bf16 on tensor cores"), qPrintable(said));
    QVERIFY2(!said.contains("CPU") && !said.contains("AMX") && !said.contains("storage"), qPrintable(said));
  }

  void tooLittleMemory() {
    emulation_->memoryBytes = emulation_->allocatedBytes + (std::int64_t{21} << 19);
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"switches.batch_size", "256"}, {"model.hidden", "[1024, 256]"}});
    const Trained trained = train(project, onGpu());
    QVERIFY(trained.end.status == RunStatus::Failed);
    const QString said = QString::fromStdString(trained.end.message);
    for (const char* part : {"GPU memory", "The plan of a batch of 256 is", "switches.batch_size = ", "is the largest that fits"})
      QVERIFY2(said.contains(QLatin1String(part)), qPrintable(said));
    // What is advised does train.
    const QRegularExpression number(QStringLiteral("switches.batch_size = (\\d+) is the largest"));
    const QString batch = number.match(said).captured(1);
    QVERIFY2(batch.toInt() >= 1 && batch.toInt() < 256, qPrintable(said));
    QTemporaryDir other;
    const Trained smaller =
        train(smallProject(other, {{"switches.batch_size", batch.toStdString()}, {"model.hidden", "[1024, 256]"}, {"train.epochs", "1"}}), onGpu());
    QVERIFY2(smaller.end.status == RunStatus::Finished, smaller.end.message.c_str());
  }

  // A recording of a training step shows kernels by layer, not the host's waits.
  void aRecordingHasKernelsByLayer() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "1"}, {"train.capture.step", "4"}, {"train.capture.steps", "3"}});
    const Trained trained = train(project, onGpu());
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QCOMPARE(static_cast<int>(trained.captures.size()), 1);
    const Trace& trace = *trained.captures[0].trace;
    std::set<std::string> layers;
    std::int64_t kernels = 0;
    for (const TraceLane& lane : trace.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i) {
        if (lane.kindOf(i) != SpanKind::Kernel) continue;
        ++kernels;
        QVERIFY(lane.node[i] >= 0);
        layers.insert(trace.nodes[static_cast<std::size_t>(lane.node[i])].layer);
      }
    QVERIFY(kernels > 30);
    QVERIFY(layers.size() >= 4);
    const auto rows = kernelTable(trace);
    QVERIFY(!rows.empty() && rows[0].share > 0);
    QVERIFY2(joined(trained.warnings).isEmpty(), qPrintable(joined(trained.warnings)));
  }

  // An epoch ends, and with it comes a validation, in the middle of the window.
  void validationIsInNoStepOfARecording() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "2"}, {"train.capture.step", "6"}, {"train.capture.steps", "6"}});
    const Trained trained = train(project, onGpu());
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QCOMPARE(static_cast<int>(trained.captures.size()), 1);
    const Trace& trace = *trained.captures[0].trace;
    std::map<int, int> kernels;
    for (const TraceLane& lane : trace.lanes)
      for (std::size_t i = 0; i < lane.size(); ++i) kernels[lane.step[i]] += lane.kindOf(i) == SpanKind::Kernel;
    QCOMPARE(kernels[-1], 0);
    for (int step = 9; step <= 14; ++step) QVERIFY2(kernels[step] > 10 && kernels[step] == kernels[9], std::to_string(step).c_str());
  }

  void aFailingProfilerLeavesANoteOnTheRun() {
    QTemporaryDir folder;
    emulation_->drainFails = true;
    const Project project = smallProject(folder, {{"train.epochs", "1"}, {"train.capture.step", "4"}, {"train.capture.steps", "3"}});
    const Trained trained = train(project, onGpu());
    QVERIFY2(trained.end.status == RunStatus::Finished, trained.end.message.c_str());
    QCOMPARE(static_cast<int>(trained.captures.size()), 1);
    QCOMPARE(std::count_if(trained.markers.begin(), trained.markers.end(), [](const Marker& marker) { return marker.kind == "profiler"; }), 1);
  }

  // The run is kept with its last checkpoint, and goes on from there when there is a device again.
  void theDeviceIsLostAndTheRunResumed() {
    QTemporaryDir folder;
    const Project project = smallProject(folder, {{"train.epochs", "4"}, {"switches.num_workers", "0"}});
    const Trained lost = train(project, onGpu(), [&](Trainer& trainer, const Trained& so, const TrainerEvent& event) {
      if (std::holds_alternative<EpochEvent>(event) && so.epochs.size() == 1) trainer.pause();  // which saves a checkpoint
      if (const auto* state = std::get_if<StateEvent>(&event); state && state->state == TrainerState::Paused) {
        emulation_->loseNow = true;
        trainer.resume();
      }
    });
    QVERIFY(lost.end.status == RunStatus::Failed);
    const QString said = QString::fromStdString(lost.end.message);
    QVERIFY2(said.contains(QStringLiteral("the GPU was lost")) && said.contains(QStringLiteral("Resume the run")), qPrintable(said));
    const auto run = RunReader(project.storePath()).run(lost.end.run);
    QVERIFY(run && run->status == RunStatus::Failed);
    QVERIFY2(run->message.find("the GPU was lost") != std::string::npos, run->message.c_str());
    // A device that was lost stays lost for the process, as CUDA's contexts do; the run goes on where there is one.
    TrainerOptions options;
    options.useKernelCache = false;
    options.resume = lost.end.run;
    const Trained resumed = train(project, options);
    QVERIFY2(resumed.end.status == RunStatus::Finished, resumed.end.message.c_str());
    QVERIFY(resumed.start->firstStep >= 8);
    QCOMPARE(resumed.end.epochs, std::int64_t{4});
  }

  // Runs last, since the device of this process is lost by now: a new one is opened for it.
  void aLostDeviceIsSaidAtTheNextStart() {
    QTemporaryDir folder;
    const Trained again = train(smallProject(folder), onGpu());
    QVERIFY(again.end.status == RunStatus::Failed);
    QVERIFY2(again.end.message.find("the GPU was lost") != std::string::npos, again.end.message.c_str());
  }

  // From here on the emulated device ends the program when it is closed: what main() used lives to the end of the process.
  void cleanupTestCase() {
    static Emulation* const emulation = emulation_;
    std::atexit([] { emulation->exiting = true; });
  }

 private:
  Emulation* emulation_ = nullptr;
};

QTEST_GUILESS_MAIN(CudaTrainingTest)
#include "training_test.moc"
