// Frozen and quantized weights on the CPU: a step reads them and leaves every bit; checkpoints and files of weights keep them.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cstring>
#include <map>
#include <span>

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/models/safetensors.h"
#include "core/passes/step_graph.h"
#include "core/train/checkpoint/program_state.h"
#include "tests/dev/reference/formula.h"

using namespace stepscope;

namespace {

// x (4, 6) through a frozen or trained layer, relu and a trained layer to 3 classes; beside them codes that nothing computes with.
Graph net(Role first) {
  const Init init{Init::Kind::Uniform, -0.5, 0.5};
  Graph g;
  const ValueId x = g.addInput("x", DType::F32, {4, 6}), labels = g.addInput("labels", DType::I32, {4});
  const ValueId a = g.addPersistent(first, "first.weight", DType::F32, {5, 6}, init), b = g.addPersistent(first, "first.bias", DType::F32, {5}, init);
  const ValueId c = g.addPersistent(Role::Parameter, "second.weight", DType::F32, {3, 5}, init);
  Value codes;
  codes.name = "codes";
  codes.dtype = DType::I8;
  codes.shape = {3, 5};
  codes.role = Role::Frozen;
  codes.quantization = {{0.25F, 0.5F, 0.75F}, {0, -1, 2}, 0};
  const ValueId coded = g.addValue(codes);
  g.markOutput("codes seen", g.add("reshape", {coded}, {{"shape", Shape{3, 5, 1}}}, "view"));
  const ValueId h = g.add("relu", {g.add("linear", {x, a, b}, {}, "first")}, {}, "act");
  g.markOutput("loss", g.add("softmax_cross_entropy", {g.add("linear", {h, c}, {}, "second"), labels}, {}, "loss"));
  return g;
}

struct Net {
  StepProgram program;
  KernelChoices choices;

  explicit Net(Role first) {
    OptimizerSpec optimizer;
    optimizer.momentum = 0.9;
    CompileOptions options;
    options.threads = 1;
    options.mayTime = false;
    options.choices = &choices;
    program.train = findBackend("cpu")->compile(buildTrainingStep(net(first), optimizer).graph, options);
    program.attach();
  }

  void step() {
    const reference::Tensor x = reference::formulaTensor(1, 24), labels = reference::formulaLabels(2, 4, 3);
    std::span<std::byte> memory = program.train->input("x");
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto number = static_cast<float>(x[i]);
      std::memcpy(memory.data() + 4 * i, &number, 4);
    }
    memory = program.train->input("labels");
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const auto number = static_cast<std::int32_t>(labels[i]);
      std::memcpy(memory.data() + 4 * i, &number, 4);
    }
    program.train->setScalar("lr", 0.1);
    program.train->run();
  }
};

std::map<std::string, SafeTensor> byName(const std::vector<SafeTensor>& tensors) {
  std::map<std::string, SafeTensor> named;
  for (const SafeTensor& tensor : tensors) named[tensor.name] = tensor;
  return named;
}

std::vector<std::byte> codeBytes() {
  std::vector<std::byte> bytes;
  for (int i = 0; i < 15; ++i) bytes.push_back(static_cast<std::byte>(17 * i - 128));
  return bytes;
}

}  // namespace

class FrozenStateTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aStepLeavesEveryBit() {
    Net frozen(Role::Frozen), trained(Role::Parameter);
    for (Net* one : {&frozen, &trained}) {
      initializeState(one->program, 5);
      one->program.train->write("codes", codeBytes());
      one->program.train->stateChanged();
    }
    const auto before = byName(readState(*frozen.program.train).model);
    frozen.step();
    trained.step();
    auto after = byName(readState(*frozen.program.train).model), other = byName(readState(*trained.program.train).model);
    QVERIFY(after["second.weight"].data == other["second.weight"].data);  // the first step of SGD: what is frozen does not count yet
    QVERIFY(after["second.weight"].data != before.at("second.weight").data);
    QVERIFY(other["first.weight"].data != before.at("first.weight").data);
    frozen.step();
    after = byName(readState(*frozen.program.train).model);
    for (const char* name : {"first.weight", "first.bias", "codes"}) QVERIFY2(after[name].data == before.at(name).data, name);
    std::vector<std::byte> seen(15);
    frozen.program.train->read("codes seen", seen);
    QVERIFY(seen == codeBytes());
    std::vector<std::string> states;
    for (const SafeTensor& state : readState(*frozen.program.train).optimizer) states.push_back(state.name);
    QVERIFY(states == std::vector<std::string>{"second.weight.momentum"});
  }

  void filesKeepThem() {
    QTemporaryDir directory;
    const std::string file = directory.filePath("weights.safetensors").toStdString();
    Net net(Role::Frozen);
    initializeState(net.program, 5);
    net.program.train->write("codes", codeBytes());
    const ProgramState state = readState(*net.program.train);
    writeSafetensors(file, state.model, {});
    ProgramState read{readSafetensors(file), state.optimizer};
    const auto tensors = byName(read.model);
    QCOMPARE(tensors.size(), std::size_t{4});
    QVERIFY(tensors.at("codes").dtype == DType::I8 && tensors.at("codes").shape == (Shape{3, 5}) && tensors.at("codes").data == codeBytes());
    Net other(Role::Frozen);
    initializeState(other.program, 6);
    writeState(other.program, read, "file");
    const auto back = byName(readState(*other.program.train).model);
    for (const auto& [name, tensor] : tensors) QVERIFY2(back.at(name).data == tensor.data, name.c_str());
    // Another type of the same size is none of them.
    for (SafeTensor& tensor : read.model)
      if (tensor.name == "codes") tensor.dtype = DType::U8;
    QVERIFY_EXCEPTION_THROWN(writeState(other.program, read, "file"), Error);
  }

  // Codes begin at zero; whoever has no numbers for them is not refused, whoever asks for others is.
  void firstValues() {
    Net net(Role::Frozen);
    initializeState(net.program, 5);
    QVERIFY(byName(readState(*net.program.train).model).at("codes").data == std::vector<std::byte>(15));
  }

  // What has no kernel for such numbers says so with the layer's name.
  void cpuNamesTheLayer() {
    Graph g = net(Role::Frozen);
    const ValueId codes = g.find("codes");
    g.markOutput("moved", g.add("transpose", {codes}, {{"permutation", Shape{1, 0}}}, "block.turn"));
    KernelChoices choices;
    CompileOptions options;
    options.threads = 1;
    options.mayTime = false;
    options.choices = &choices;
    try {
      findBackend("cpu")->compile(g, options);
      QFAIL("it was compiled");
    } catch (const Error& error) {
      QVERIFY(error.kind() == ErrorKind::Input && error.where() == "block.turn" && !error.cure().empty());
      QVERIFY2(error.happened().find("no kernel for transpose") != std::string::npos, error.what());
    }
  }
};

QTEST_GUILESS_MAIN(FrozenStateTest)
#include "frozen_state_test.moc"
