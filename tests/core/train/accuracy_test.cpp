// MNIST trained to the accuracy that the README tells.
#include "tests/core/train/accuracy.h"

#include "core/backend/devices/devices.h"
#include "core/train/checkpoint/program_state.h"
#include "core/train/rates/lr_range_test.h"
#include "core/train/steps/validation.h"

using namespace stepscope;
using namespace stepscope::test;

class AccuracyTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // The example project for three epochs at the rate that the range test suggests, whatever rate the file has; the test leaves no trace.
  void mnistAtTheSuggestedRate() {
    const QString data = dataFolder();
    if (!QFile::exists(data + "/mnist/train-images-idx3-ubyte.gz")) QSKIP("No MNIST: set STEPSCOPE_DATA to a folder that holds mnist/");
    QTemporaryDir folder;
    const Project project = projectIn(folder, "examples/mnist/project.toml", {{"data.path", (data + "/mnist").toStdString()}, {"train.epochs", "3"}});
    const DataSplits splits = openData(project.data);
    StepProgram program = compileStep(programOf(project, modelInputOf(splits.train->info())), *findBackend("cpu"), {{.autotune = false}});
    program.attach();
    initializeState(program, project.train.seed);
    LoaderOptions loading;
    loading.batchSize = project.switches.batchSize;
    DataLoader loader(splits.train, loading);
    const ProgramState before = readState(*program.train);
    const LrRangeResult range = lrRangeTest(program, loader, project.train, {});
    const ProgramState after = readState(*program.train);
    QVERIFY(before.model.size() == after.model.size() && before.optimizer.size() == after.optimizer.size());
    for (std::size_t i = 0; i < before.model.size(); ++i) QVERIFY(before.model[i].data == after.model[i].data);
    for (std::size_t i = 0; i < before.optimizer.size(); ++i) QVERIFY(before.optimizer[i].data == after.optimizer[i].data);
    qInfo("suggested learning rate %.3g", range.suggestion);
    Project suggested = project;
    suggested.train.optimizer.learningRate = range.suggestion;
    requireAccuracy(suggested, 0.99);
  }
};

QTEST_GUILESS_MAIN(AccuracyTest)
#include "accuracy_test.moc"
