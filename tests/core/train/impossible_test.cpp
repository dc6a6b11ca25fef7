// Projects that ask for what cannot be: the run fails before its first step, with a sentence that names the layer and the numbers.
#include <fstream>

#include "tests/core/train/trained.h"

#include <QtTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

constexpr const char* kHead = "[[model.layers]]\ntype = \"flatten\"\n[[model.layers]]\ntype = \"linear\"\nout_features = 4\n";

std::string layer(const std::string& type, const std::string& arguments) {
  return "[[model.layers]]\ntype = \"" + type + "\"\n" + arguments + "\n";
}

std::string pictures(int size, const std::string& model, int batch = 16) {
  return "[data]\nkind = \"synthetic\"\ncount = 64\nimage_size = " + std::to_string(size) + "\nclasses = 4\n" + model +
         "[train]\nepochs = 1\n[switches]\nbatch_size = " + std::to_string(batch) + "\n";
}

std::string text(const std::string& model) {
  return "[data]\nkind = \"text\"\npath = \"text.txt\"\ncontext_length = 16\nvalidation_split = 0.1\n" + model +
         "[train]\nepochs = 1\n[switches]\nbatch_size = 8\n";
}

std::string zoo(const std::string& name, const std::string& arguments = {}) {
  return "[model]\nname = \"" + name + "\"\n" + arguments;
}

}  // namespace

class ImpossibleTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

 private Q_SLOTS:
  void initTestCase() {
    std::ofstream file(folder_.filePath("text.txt").toStdString());
    for (int i = 0; i < 100; ++i) file << "hello world, ";
  }

  void fails_data() {
    QTest::addColumn<QByteArray>("project");
    QTest::addColumn<QStringList>("names");
    const auto row = [](const char* name, const std::string& project, const QStringList& names) {
      QTest::newRow(name) << QByteArray::fromStdString(project) << names;
    };
    const auto one = [](const std::string& type, const std::string& arguments) {
      return pictures(8, layer(type, "name = \"odd\"\n" + arguments) + kHead);
    };
    // Shapes that cannot be.
    row("a kernel larger than the image", one("conv2d", "out_channels = 8\nkernel_size = 11"), {"odd", "11x11", "8x8"});
    row("a dilated kernel larger than the image", one("conv2d", "out_channels = 8\nkernel_size = 3\ndilation = 5"),
        {"odd", "3x3", "dilation of 5x5", "8x8"});
    row("a window larger than the image", one("max_pool", "kernel_size = 9"), {"odd", "9x9", "8x8"});
    row("a window wider than the image", one("avg_pool", "kernel_size = [3, 9]"), {"odd", "3x9", "8x8"});
    row("a padding larger than the window", one("max_pool", "kernel_size = 2\npadding = 2"), {"odd", "2x2 window", "padding of 2x2"});
    row("too many poolings", pictures(8, layer("max_pool", "kernel_size = 4") + layer("max_pool", "name = \"second\"\nkernel_size = 4") + kHead),
        {"second", "4x4", "2x2"});
    row("reflection beyond the image", one("pad", "padding = 8\nmode = \"reflect\""), {"odd", "8 elements", "8 times"});
    row("an addition of two shapes",
        pictures(8, layer("conv2d", "name = \"a\"\nout_channels = 8\nkernel_size = 3") + layer("conv2d", "out_channels = 8\nkernel_size = 3") +
                        layer("add", "name = \"join\"\nother = \"a\"") + kHead),
        {"join", "16x8x4x4", "16x8x6x6"});
    row("a concatenation of two sizes",
        pictures(8, layer("conv2d", "name = \"a\"\nout_channels = 8\nkernel_size = 3") + layer("conv2d", "out_channels = 8\nkernel_size = 3") +
                        layer("concat", "name = \"join\"\nother = \"a\"") + kHead),
        {"join", "16x8x4x4", "16x8x6x6"});
    row("a shape of another size", one("reshape", "shape = [7, 3]"), {"model.layers[0].shape", "21", "192"});
    row("a place that is not there", one("select", "index = 9"), {"model.layers[0].index", "9", "3 places"});
    row("a norm of another shape", one("layer_norm", "normalized_shape = [7]"), {"model.layers[0].normalized_shape", "7", "16x3x8x8"});
    row("an embedding of numbers",
        pictures(8, layer("flatten", "") + layer("embedding", "name = \"odd\"\nnum_embeddings = 4\nembedding_dim = 3") + kHead),
        {"odd", "embedding"});
    row("outputs that are not the classes", pictures(8, layer("flatten", "") + layer("linear", "out_features = 5")), {"16x5", "16x4"});
    row("pictures at the end", pictures(8, layer("conv2d", "out_channels = 4\nkernel_size = 3")), {"16x4x6x6", "16x4"});
    // Outputs without an element.
    row("no channels", one("conv2d", "out_channels = 0\nkernel_size = 3"), {"model.layers[0].out_channels", "0"});
    row("a size of 0", one("adaptive_avg_pool", "output_size = 0"), {"model.layers[0].output_size", "0"});
    row("pictures shrunk to nothing", one("upsample", "scale_factor = 0.01"), {"odd", "8x8", "0x0"});
    row("a transposed convolution cut to nothing", one("conv_transpose2d", "out_channels = 4\nkernel_size = 1\npadding = 5"),
        {"odd", "-2x-2", "8x8"});
    // What does not divide.
    row("heads of a layer", pictures(8, layer("reshape", "shape = [3, 64]") + layer("attention", "name = \"odd\"\nnum_heads = 5") + kHead),
        {"odd", "5 heads", "64"});
    row("heads of gpt", text(zoo("gpt", "width = 100\nheads = 6\n")), {"transformer.h.0.attn", "6 heads", "100"});
    row("heads of a transformer", text(zoo("transformer", "width = 100\nheads = 8\n")), {"encoder.layers.0.self_attn", "8 heads", "100"});
    row("groups of the input", one("conv2d", "out_channels = 8\nkernel_size = 3\ngroups = 2"), {"odd", "2 groups", "3 input"});
    row("groups of the output", one("conv2d", "out_channels = 8\nkernel_size = 3\ngroups = 3"), {"odd", "3 groups", "8 output"});
    row("groups of a norm", one("group_norm", "num_groups = 2"), {"odd", "2 groups", "3 channels"});
    row("groups of a shuffle", one("channel_shuffle", "groups = 2"), {"odd", "2 groups", "3 channels"});
    row("patches", pictures(20, zoo("vit_tiny", "patch_size = 16\n")), {"model.patch_size", "16", "20x20"});
    // Models of the zoo on pictures that are too small, or on the wrong data.
    row("lenet5", pictures(8, zoo("lenet5")), {"conv2", "5x5", "4x4"});
    row("vgg16_bn", pictures(16, zoo("vgg16_bn")), {"features.43", "2x2", "1x1"});
    row("densenet121", pictures(16, zoo("densenet121")), {"features.transition3.pool", "2x2", "1x1"});
    row("one value a channel", pictures(1, zoo("resnet20"), 1), {"bn1", "one value"});
    row("text for pictures", text(zoo("lenet5")), {"model.name", "lenet5", "text"});
    // Memory.
    row("a budget smaller than the parameters", pictures(16, zoo("resnet18")) + "checkpointing = \"budget\"\ncheckpoint_budget = 20\n",
        {"switches.checkpoint_budget", "20.0 MiB", "parameters, which take 42.", "layer4.", "9.0 MiB"});
    row("a budget that no checkpointing reaches", pictures(64, zoo("resnet20"), 64) + "checkpointing = \"budget\"\ncheckpoint_budget = 20\n",
        {"switches.checkpoint_budget", "20.0 MiB", "parameters take 1.0 MiB", "largest tensor, "});
    row("parameters larger than any memory", text(zoo("gpt", "width = 65536\nheads = 8\nlayers = 1000\n")),
        {"model", "parameters take", "GiB", "of memory is free"});
    row("activations larger than any memory",
        pictures(224, layer("conv2d", "out_channels = 262144\nkernel_size = 3") + layer("adaptive_avg_pool", "output_size = 1") + kHead, 64),
        {"memory", "the training step needs", "is free", "The plan of a batch of 64 is", "is available"});
  }
  void fails() {
    QFETCH(QByteArray, project);
    QFETCH(QStringList, names);
    const Trained trained = train(parseProject(project.toStdString(), folder_.filePath("project.toml").toStdString()));
    QCOMPARE(trained.end.status, RunStatus::Failed);
    QVERIFY(trained.steps.empty());
    const QString sentence = QString::fromStdString(trained.end.message);
    QVERIFY2(sentence.endsWith('.') && !sentence.contains('\n'), qPrintable(sentence));
    for (const QString& name : names) QVERIFY2(sentence.contains(name), qPrintable(name + " is not in: " + sentence));
  }
};

QTEST_GUILESS_MAIN(ImpossibleTest)
#include "impossible_test.moc"
