// What of a model is told before training: each fault in a small model, its sibling without it, and no model of the zoo.
#include "core/models/model_check.h"

#include <QtTest>

#include "core/project/project.h"

using namespace stepscope;

namespace {

const ModelInput kPicture{{3, 16, 16}, 10, DType::F32, Task::Classification};

std::vector<ModelFinding> checked(const std::string& layers, const ModelInput& input = kPicture) {
  const Project project = parseProject("[data]\nkind = \"synthetic\"\n" + layers, "/tmp/project.toml");
  return checkModel(buildModel(project.model, input, 4, true), false);
}
std::string layer(const std::string& type, const std::string& more = {}) {
  return "[[model.layers]]\ntype = \"" + type + "\"\n" + more;
}
std::string conv(const std::string& more = {}) {
  return layer("conv2d", "out_channels = 8\nkernel_size = 3\npadding = 1\n" + more);
}
std::string linear(int width, const std::string& more = {}) {
  return layer("linear", "out_features = " + std::to_string(width) + "\n" + more);
}
const std::string kEnd = layer("flatten") + linear(10);

bool tells(const std::vector<ModelFinding>& findings, const char* part) {
  for (const ModelFinding& finding : findings)
    if (finding.sentence.find(part) != std::string::npos) return true;
  return false;
}

}  // namespace

class ModelCheckTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void biasBeforeBatchNorm() {
    const auto findings = checked(conv() + layer("batch_norm") + layer("relu") + kEnd);
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings[0].layer, std::string("0"));
    QCOMPARE(findings[0].cure, std::string("bias = false"));
    QVERIFY(checked(conv("bias = false\n") + layer("batch_norm") + layer("relu") + kEnd).empty());
    QVERIFY(checked(conv() + layer("relu") + layer("batch_norm") + kEnd).empty());                      // relu does not let a shift through
    QVERIFY(checked(conv() + layer("group_norm", "num_groups = 2\n") + layer("relu") + kEnd).empty());  // of several channels: it counts
  }

  void activationBeforeCrossEntropy() {
    QVERIFY(tells(checked(kEnd + layer("softmax")), "softmax before cross-entropy"));
    QVERIFY(tells(checked(layer("flatten") + linear(10) + layer("relu")), "last layer before cross-entropy"));
    QVERIFY(checked(kEnd).empty());
    QVERIFY(checked(kEnd + layer("log_softmax")).empty());  // log-softmax of it is itself
    const ModelInput numbers{{3, 16, 16}, 1, DType::F32, Task::Regression};
    QVERIFY(checked(layer("flatten") + linear(1) + layer("relu"), numbers).empty());
  }

  void activationTwice() {
    QVERIFY(tells(checked(conv() + layer("relu") + layer("gelu") + kEnd), "follows the activation"));
    QVERIFY(tells(checked(conv() + layer("relu") + layer("dropout") + layer("tanh") + kEnd), "follows the activation"));
    QVERIFY(checked(conv() + layer("relu") + layer("max_pool", "kernel_size = 2\n") + layer("relu") + kEnd).empty());
  }

  void deepPlainStack() {
    const auto stack = [](int layers, const std::string& between = {}) {
      std::string text = layer("flatten");
      for (int i = 1; i < layers; ++i) text += linear(32, between.empty() ? "" : "bias = false\n") + between + layer("relu");
      return text + linear(10);
    };
    QVERIFY(checked(stack(kMostPlain)).empty());
    const auto findings = checked(stack(kMostPlain + 1));
    QVERIFY(tells(findings, "10 layers with weights"));
    QVERIFY(checked(stack(20, layer("layer_norm"))).empty());
    QVERIFY(checked(stack(20, layer("batch_norm"))).empty());
  }

  void parametersThatNobodyReads() {
    const auto findings = checked(layer("flatten", "name = \"flat\"\n") + linear(7, "name = \"side\"\ninput = \"flat\"\n") +
                                  linear(10, "name = \"end\"\ninput = \"flat\"\n"));
    QVERIFY(tells(findings, "does not depend on 2 parameters"));
    QCOMPARE(findings[0].layer, std::string("side"));
  }

  void theZooHasNone() {
    for (const ZooEntry& entry : modelZoo()) {
      ModelSpec spec;
      spec.name = entry.name;
      const auto findings = checkModel(buildModel(spec, defaultInput(entry), 2, true), true);
      QVERIFY2(findings.empty(), (entry.name + ": " + (findings.empty() ? "" : findings[0].sentence)).c_str());
    }
  }
};

QTEST_GUILESS_MAIN(ModelCheckTest)
#include "model_check_test.moc"
