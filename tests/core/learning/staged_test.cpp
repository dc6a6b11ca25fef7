// Trainings that are staged: each has one fault, which must be the first finding, or none, and then nothing may be found. Small models, really
// trained; every case with several seeds, so that no threshold is met by chance.
#include <QFile>
#include <QtTest>
#include <cmath>
#include <functional>
#include <random>

#include "core/learning/learning_advice.h"
#include "tests/core/train/trained.h"

using namespace stepscope;
using namespace stepscope::test;

namespace {

struct Case {
  const char* name;
  const char* rule;  // null: healthy
  std::function<Project(const QTemporaryDir&, unsigned seed)> project;
  OnEvent onEvent = {};
};

class Table {
 public:
  explicit Table(unsigned seed) : random_(seed * 7919 + 13) {}
  double normal(double deviation = 1) { return std::normal_distribution<double>(0, deviation)(random_); }
  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  void row(const std::vector<double>& inputs, const std::string& target) {
    if (text_.isEmpty()) {
      for (std::size_t i = 0; i < inputs.size(); ++i) text_ += "x" + QByteArray::number(static_cast<int>(i)) + ",";
      text_ += "target\n";
    }
    for (const double value : inputs) text_ += QByteArray::number(value, 'g', 6) + ",";
    text_ += QByteArray::fromStdString(target) + "\n";
  }
  void write(const QTemporaryDir& folder, const char* name = "table.csv") const {
    QFile file(folder.filePath(QString::fromLatin1(name)));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text_);
  }

 private:
  std::mt19937 random_;
  QByteArray text_;
};

std::vector<double> normals(Table& table, int count, double deviation = 1) {
  std::vector<double> values(static_cast<std::size_t>(count));
  for (double& value : values) value = table.normal(deviation);
  return values;
}

// Classes whose means lie `apart` from each other in every input.
void classes(const QTemporaryDir& folder, unsigned seed, int rows, int inputs, int count, double apart, double flipped = 0,
             const char* name = "table.csv", unsigned meansOf = 0) {
  Table means(meansOf > 0 ? meansOf : seed), table(seed + (meansOf > 0 ? 500 : 0));
  std::vector<std::vector<double>> centre;
  for (int c = 0; c < count; ++c) centre.push_back(normals(means, inputs, apart));
  for (int i = 0; i < rows; ++i) {
    const int c = table.below(count);
    std::vector<double> x = normals(table, inputs);
    for (std::size_t k = 0; k < x.size(); ++k) x[k] += centre[static_cast<std::size_t>(c)][k];
    const int told = table.below(1000) < flipped * 1000 ? table.below(count) : c;
    table.row(x, std::string(1, static_cast<char>('a' + told)));
  }
  table.write(folder, name);
}

void numbers(const QTemporaryDir& folder, unsigned seed, int rows, int inputs, double noise) {
  Table table(seed);
  const std::vector<double> weights = normals(table, inputs);
  for (int i = 0; i < rows; ++i) {
    const std::vector<double> x = normals(table, inputs);
    double y = table.normal(noise);
    for (std::size_t k = 0; k < x.size(); ++k) y += weights[k] * x[k] + 0.3 * std::sin(2 * x[k]);
    table.row(x, QByteArray::number(y, 'g', 8).toStdString());
  }
  table.write(folder);
}

Project made(const QTemporaryDir& folder, unsigned seed, const std::string& data, const std::string& model, const std::string& train) {
  const std::string toml = "[project]\nname = \"staged\"\n[data]\n" + data + "\n" + model + "\n[train]\nseed = " + std::to_string(seed) + "\n" +
                           train + "\n[train.capture]\nstep = -1\n";
  return parseProject(toml, folder.filePath("project.toml").toStdString());
}

const std::string kTable = "kind = \"table\"\npath = \"table.csv\"\n";
const std::string kPictures = "kind = \"synthetic\"\ncount = 640\nimage_size = 8\nclasses = 5\n";
const std::string kMlp = "[model]\nname = \"mlp\"\nhidden = [48, 24]\n";
std::string sgd(double rate, int epochs, int batch, const std::string& more = {}, double momentum = 0.9) {
  return "epochs = " + std::to_string(epochs) + "\n" + more + "\n[train.optimizer]\nname = \"sgd\"\nlearning_rate = " + std::to_string(rate) +
         "\nmomentum = " + std::to_string(momentum) + "\n[switches]\nnum_workers = 0\nbatch_size = " + std::to_string(batch) + "\n";
}
std::string adam(double rate, int epochs, int batch, const std::string& more = {}) {
  return "epochs = " + std::to_string(epochs) + "\n" + more + "\n[train.optimizer]\nname = \"adamw\"\nlearning_rate = " + std::to_string(rate) +
         "\n[switches]\nnum_workers = 0\nbatch_size = " + std::to_string(batch) + "\n";
}

// After the epoch the batch has this size.
OnEvent batchFrom(std::int64_t epoch, std::int64_t size) {
  return [epoch, size](Trainer& trainer, const Trained& so, const TrainerEvent& event) {
    const auto* ended = std::get_if<EpochEvent>(&event);
    if (!ended || ended->epoch != epoch || so.switches.empty()) return;
    Switches switches = so.switches.back();
    switches.batchSize = size;
    trainer.setSwitches(switches);
  };
}

const std::vector<Case>& problems() {
  static const std::vector<Case> cases = {
      {"labels that have nothing to do with the inputs", "not_learning",
       [](const QTemporaryDir& folder, unsigned seed) {
         classes(folder, seed, 2500, 6, 4, 0);
         return made(folder, seed, kTable, "[model]\nname = \"mlp\"\nhidden = [8]\n", sgd(0.02, 6, 32));
       }},
      {"a rate that runs away", "diverging",
       [](const QTemporaryDir& folder, unsigned seed) {
         numbers(folder, seed, 800, 8, 0.2);
         return made(folder, seed, kTable, kMlp, sgd(3, 4, 32));
       }},
      {"a large model of few rows", "overfitting",
       [](const QTemporaryDir& folder, unsigned seed) {
         classes(folder, seed, 150, 30, 3, 0.25, 0.15);
         return made(folder, seed, kTable, "[model]\nname = \"mlp\"\nhidden = [128, 128]\n", adam(0.002, 40, 16));
       }},
      {"a rate that is too high", "rate_too_high",
       [](const QTemporaryDir& folder, unsigned seed) { return made(folder, seed, kPictures, kMlp, sgd(1.0, 12, 32)); }},
      {"a rate that is too low", "rate_too_low",
       [](const QTemporaryDir& folder, unsigned seed) { return made(folder, seed, kPictures, kMlp, sgd(0.00002, 8, 32)); }},
      {"a rate that is far too low for adam", "rate_too_low",
       [](const QTemporaryDir& folder, unsigned seed) {
         numbers(folder, seed, 800, 8, 0.2);
         return made(folder, seed, kTable, kMlp, adam(0.000005, 8, 32));
       }},
      {"a constant rate on a plateau", "plateau",
       [](const QTemporaryDir& folder, unsigned seed) {
         classes(folder, seed, 1600, 10, 4, 0.6);
         return made(folder, seed, kTable, "[[model.layers]]\ntype = \"linear\"\nout_features = 4\n", sgd(0.05, 20, 8));
       }},
      {"a larger batch at the same rate", "batch_without_rate",
       [](const QTemporaryDir& folder, unsigned seed) { return made(folder, seed, kPictures, kMlp, sgd(0.02, 8, 16)); }, batchFrom(3, 128)},
      {"ten layers of sigmoid", "vanishing_gradients",
       [](const QTemporaryDir& folder, unsigned seed) {
         return made(folder, seed, kPictures,
                     "[model]\nname = \"mlp\"\nhidden = [32, 32, 32, 32, 32, 32, 32, 32, 32, 32]\nactivation = \"sigmoid\"\n", sgd(0.05, 6, 32));
       }},
      {"weights that start far too large", "exploding_gradients",
       [](const QTemporaryDir& folder, unsigned seed) {
         return made(folder, seed, kPictures, "[model]\nname = \"mlp\"\nhidden = [64, 64, 64, 64]\n[model.init]\nlinear = \"normal\"\nstd = 0.8\n",
                     sgd(0.00001, 4, 32));
       }},
      {"units that are dead from the start", "dead_units",
       [](const QTemporaryDir& folder, unsigned seed) {
         return made(folder, seed, kPictures,
                     "[model]\nname = \"mlp\"\nhidden = [32, 32]\n[model.init]\nlinear = \"constant\"\nvalue = -0.1\nbias = \"zeros\"\n",
                     sgd(0.05, 4, 32));
       }},
      {"patience for one epoch only", "stopped_early",
       [](const QTemporaryDir& folder, unsigned seed) {
         classes(folder, seed, 700, 12, 4, 0.6);
         return made(folder, seed, kTable + "validation_split = 0.1\n", "[model]\nname = \"mlp\"\nhidden = [32, 32]\n",
                     sgd(0.003, 60, 4, "[train.early_stopping]\npatience = 1\n", 0.9));
       }},
      {"a class that is rare", "missing_classes",
       [](const QTemporaryDir& folder, unsigned seed) {
         Table table(seed);
         for (int i = 0; i < 2000; ++i) {
           const int draw = table.below(100), c = draw < 48 ? 0 : draw < 96 ? 1 : 2;
           std::vector<double> x = normals(table, 6);
           x[0] += c == 0 ? -2 : c == 1 ? 2 : 0.3;
           table.row(x, std::string(1, static_cast<char>('a' + c)));
         }
         table.write(folder);
         return made(folder, seed, kTable, "[model]\nname = \"mlp\"\nhidden = [16]\n", sgd(0.02, 8, 32));
       }},
      {"twenty rows for validation", "noisy_validation",
       [](const QTemporaryDir& folder, unsigned seed) {
         classes(folder, seed, 900, 8, 3, 0.35);
         classes(folder, seed, 20, 8, 3, 0.35, 0, "held.csv", seed);
         return made(folder, seed, kTable + "validation_path = \"held.csv\"\n", "[model]\nname = \"mlp\"\nhidden = [16]\n", sgd(0.02, 10, 16));
       }},
      {"a column that tells the answer", "leak",
       [](const QTemporaryDir& folder, unsigned seed) {
         Table table(seed);
         for (int i = 0; i < 1500; ++i) {
           const int c = table.below(2);
           std::vector<double> x = normals(table, 6);
           x.push_back(10.0 * c + table.normal(0.5));
           table.row(x, c == 0 ? "no" : "yes");
         }
         table.write(folder);
         return made(folder, seed, kTable, "[model]\nname = \"mlp\"\nhidden = [32]\n", adam(0.003, 4, 16));
       }},
      {"ten layers of tanh that start too small", "vanishing_gradients",
       [](const QTemporaryDir& folder, unsigned seed) {
         return made(
             folder, seed, kPictures,
             "[model]\nname = \"mlp\"\nhidden = [24, 24, 24, 24, 24, 24, 24, 24]\nactivation = \"tanh\"\n[model.init]\nlinear = \"normal\"\nstd = 0.02\n",
             sgd(0.02, 5, 32));
       }},
      {"a smaller batch at the same rate", "batch_without_rate",
       [](const QTemporaryDir& folder, unsigned seed) { return made(folder, seed, kPictures, kMlp, sgd(0.03, 6, 64)); }, batchFrom(2, 8)},
      {"numbers that the columns tell", "leak",
       [](const QTemporaryDir& folder, unsigned seed) {
         Table table(seed);
         for (int i = 0; i < 3000; ++i) {
           std::vector<double> x = normals(table, 4);
           const double y = table.normal(3);
           x.push_back(y + table.normal(0.001));
           table.row(x, QByteArray::number(y, 'g', 8).toStdString());
         }
         table.write(folder);
         return made(folder, seed, kTable, "[[model.layers]]\ntype = \"linear\"\nout_features = 1\n", sgd(0.05, 4, 16));
       }},
      {"labels in another order, learned by heart", "unrelated_labels",
       [](const QTemporaryDir& folder, unsigned seed) {
         classes(folder, seed, 400, 12, 3, 0);
         return made(folder, seed, kTable, "[model]\nname = \"mlp\"\nhidden = [128, 128]\n", adam(0.003, 30, 16));
       }},
      {"pixels as they are", "inputs_not_normalised",
       [](const QTemporaryDir& folder, unsigned seed) {
         return made(folder, seed, "kind = \"shapes\"\npath = \"shapes\"\ncount = 320\nimage_size = 16\nmean = [0]\nstd = [0.00392157]\n", kMlp,
                     sgd(0.01, 4, 32));
       }},
  };
  return cases;
}

const std::vector<Case>& healthy() {
  static const std::vector<Case> cases = {
      {"mlp on pictures, sgd", nullptr,
       [](const QTemporaryDir& folder, unsigned seed) { return made(folder, seed, kPictures, kMlp, sgd(0.02, 8, 32)); }},
      {"mlp on pictures, adamw and cosine", nullptr,
       [](const QTemporaryDir& folder, unsigned seed) {
         return made(folder, seed, kPictures, kMlp, adam(0.002, 8, 32, "[train.schedule]\nname = \"cosine\"\nwarmup_epochs = 1\n"));
       }},
      {"mlp with dropout", nullptr,
       [](const QTemporaryDir& folder, unsigned seed) { return made(folder, seed, kPictures, kMlp + "dropout = 0.2\n", sgd(0.02, 8, 32)); }},
      {"convolutions with batch norm", nullptr,
       [](const QTemporaryDir& folder, unsigned seed) {
         std::string layers;
         for (const int channels : {8, 16})
           layers += "[[model.layers]]\ntype = \"conv2d\"\nout_channels = " + std::to_string(channels) +
                     "\nkernel_size = 3\npadding = 1\nbias = false\n[[model.layers]]\ntype = \"batch_norm\"\n[[model.layers]]\ntype = \"relu\"\n";
         layers +=
             "[[model.layers]]\ntype = \"global_avg_pool\"\n[[model.layers]]\ntype = \"flatten\"\n[[model.layers]]\ntype = \"linear\"\nout_features = 5\n";
         return made(folder, seed, kPictures, layers, sgd(0.05, 6, 32));
       }},
      {"lenet", nullptr,
       [](const QTemporaryDir& folder, unsigned seed) {
         return made(folder, seed, "kind = \"synthetic\"\ncount = 500\nimage_size = 32\nclasses = 4\n", "[model]\nname = \"lenet5\"\n",
                     sgd(0.01, 6, 20));
       }},
      {"classes in a table", nullptr,
       [](const QTemporaryDir& folder, unsigned seed) {
         classes(folder, seed, 1500, 10, 4, 0.6);
         return made(folder, seed, kTable, "[model]\nname = \"mlp\"\nhidden = [16]\n", sgd(0.01, 8, 32));
       }},
      {"classes in a table, some labels wrong", nullptr,
       [](const QTemporaryDir& folder, unsigned seed) {
         classes(folder, seed, 2000, 8, 3, 0.8, 0.1);
         return made(folder, seed, kTable, "[model]\nname = \"tabular_mlp\"\nhidden = [16]\n", adam(0.002, 8, 32));
       }},
      {"numbers in a table", nullptr,
       [](const QTemporaryDir& folder, unsigned seed) {
         numbers(folder, seed, 1500, 8, 0.5);
         return made(folder, seed, kTable, kMlp, adam(0.003, 10, 32));
       }},
      {"numbers in a table, much noise", nullptr,
       [](const QTemporaryDir& folder, unsigned seed) {
         numbers(folder, seed, 2000, 6, 2);
         return made(folder, seed, kTable, "[model]\nname = \"mlp\"\nhidden = [16]\n", sgd(0.005, 12, 32, "[train.schedule]\nname = \"cosine\"\n"));
       }},
      {"huber loss", nullptr,
       [](const QTemporaryDir& folder, unsigned seed) {
         numbers(folder, seed, 1500, 8, 0.5);
         return made(folder, seed, kTable, kMlp, sgd(0.02, 8, 32, "[train.loss]\nname = \"huber\"\n"));
       }},
      {"a larger batch with its rate", nullptr,
       [](const QTemporaryDir& folder, unsigned seed) {
         return made(folder, seed, kPictures, kMlp, sgd(0.01, 8, 16, "[train.schedule]\nscale = \"linear\"\nreference_batch = 16\n"));
       },
       batchFrom(3, 64)},
      {"early stopping with patience", nullptr,
       [](const QTemporaryDir& folder, unsigned seed) {
         classes(folder, seed, 1200, 10, 3, 0.6);
         return made(folder, seed, kTable, "[model]\nname = \"mlp\"\nhidden = [16]\n",
                     sgd(0.03, 60, 32, "[train.early_stopping]\npatience = 4\nrestore_best = true\n"));
       }},
      {"one cycle", nullptr,
       [](const QTemporaryDir& folder, unsigned seed) {
         return made(folder, seed, kPictures, kMlp, sgd(0.05, 10, 32, "[train.schedule]\nname = \"one_cycle\"\n"));
       }},
      {"an average of the weights and smoothed labels", nullptr,
       [](const QTemporaryDir& folder, unsigned seed) {
         return made(folder, seed, kPictures, kMlp, sgd(0.02, 8, 32, "[train.ema]\ndecay = 0.9\n[train.loss]\nlabel_smoothing = 0.1\n"));
       }},
      {"an LSTM on characters, clipped", nullptr,
       [](const QTemporaryDir& folder, unsigned seed) {
         QFile file(folder.filePath("text.txt"));
         if (!file.open(QIODevice::WriteOnly)) return Project();
         Table table(seed);
         for (int i = 0; i < 30000; ++i) file.putChar(static_cast<char>('a' + (i % 7 + (table.below(4) == 0 ? 1 : 0)) % 26));
         file.close();
         return made(folder, seed, "kind = \"text\"\npath = \"text.txt\"\ncontext_length = 16\n",
                     "[model]\nname = \"lstm\"\nlayers = 1\nhidden = [32]\nembedding = 16\n", adam(0.005, 3, 32, "[train.clip]\nnorm = 1\n"));
       }},
      {"a linear model of numbers", nullptr,
       [](const QTemporaryDir& folder, unsigned seed) {
         numbers(folder, seed, 1200, 6, 0.8);
         return made(folder, seed, kTable, "[[model.layers]]\ntype = \"linear\"\nout_features = 1\n", sgd(0.005, 8, 32));
       }},
      {"two classes, few rows", nullptr,
       [](const QTemporaryDir& folder, unsigned seed) {
         classes(folder, seed, 400, 6, 2, 1);
         return made(folder, seed, kTable, "[model]\nname = \"mlp\"\nhidden = [8]\n", sgd(0.02, 10, 16));
       }},
      {"one epoch", nullptr, [](const QTemporaryDir& folder, unsigned seed) { return made(folder, seed, kPictures, kMlp, sgd(0.02, 1, 32)); }},
      {"characters", nullptr,
       [](const QTemporaryDir& folder, unsigned seed) {
         QFile file(folder.filePath("text.txt"));
         if (!file.open(QIODevice::WriteOnly)) return Project();
         Table table(seed);
         static constexpr const char* kWords[] = {"the ", "cat ", "sat ", "on ", "a ", "mat ", "and ", "saw ", "dogs "};
         for (int i = 0; i < 6000; ++i) file.write(kWords[table.below(9)]);
         file.close();
         return made(folder, seed, "kind = \"text\"\npath = \"text.txt\"\ncontext_length = 16\n",
                     "[model]\nname = \"gru\"\nlayers = 1\nhidden = [32]\nembedding = 16\n", adam(0.005, 3, 32));
       }},
  };
  return cases;
}

LearningAdvice adviceOn(const Case& staged, unsigned seed, QByteArray& told, double times = 1) {
  const QTemporaryDir folder;
  Project project = staged.project(folder, seed);
  project.train.optimizer.learningRate *= times;
  TrainerOptions options;
  options.autotune = false;
  options.useKernelCache = false;
  const Trained trained = train(project, options, staged.onEvent);
  const LearningAdvice advice = adviseLearning(learningFacts(RunReader(project.storePath()), trained.end.run));
  for (const LearningFinding& finding : advice.findings)
    if (finding.outcome != LearningOutcome::NotEnoughData || qEnvironmentVariableIsSet("STEPSCOPE_LEARNING_ALL"))
      told += QByteArray::fromStdString((finding.outcome == LearningOutcome::Found      ? "+ "
                                         : finding.outcome == LearningOutcome::NotFound ? "- "
                                                                                        : "? ") +
                                        finding.rule + ": " + finding.sentence) +
              "\n";
  return advice;
}

}  // namespace

class LearningStagedTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void problem_data() { rows(problems()); }
  void problem() { check(problems()); }
  void healthyTraining_data() { rows(healthy()); }
  void healthyTraining() { check(healthy()); }

  // A healthy training at a thousand times its rate: the rate must be named, whether units die of it, nothing is learned, or the loss runs away.
  void rateTimesAThousand_data() { rows(healthy()); }
  void rateTimesAThousand() {
    QFETCH(int, index);
    const Case& staged = healthy()[static_cast<std::size_t>(index)];
    QByteArray told;
    const LearningAdvice advice = adviceOn(staged, 1, told, 1000);
    if (qEnvironmentVariableIsSet("STEPSCOPE_LEARNING_TELL")) qInfo("%s", told.constData());
    const std::string& first = advice.findings.front().rule;
    QVERIFY2(first == "rate_too_high" || first == "diverging", told.constData());
    QVERIFY2(advice.findings.front().cure.find("learning_rate") != std::string::npos, told.constData());
  }

 private:
  static void rows(const std::vector<Case>& cases) {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cases.size(); ++i) QTest::newRow(cases[i].name) << static_cast<int>(i);
  }
  static void check(const std::vector<Case>& cases) {
    QFETCH(int, index);
    const Case& staged = cases[static_cast<std::size_t>(index)];
    const unsigned first = qEnvironmentVariableIntValue("STEPSCOPE_LEARNING_SEED") > 0
                               ? static_cast<unsigned>(qEnvironmentVariableIntValue("STEPSCOPE_LEARNING_SEED"))
                               : 1;
    for (unsigned seed = first; seed < first + 2; ++seed) {
      QByteArray told;
      const LearningAdvice advice = adviceOn(staged, seed, told);
      if (qEnvironmentVariableIsSet("STEPSCOPE_LEARNING_TELL")) qInfo("seed %u\n%s", seed, told.constData());
      const LearningFinding& worst = advice.findings.front();
      if (staged.rule) QVERIFY2(worst.outcome == LearningOutcome::Found && worst.rule == staged.rule, told.constData());
      else QVERIFY2(advice.found() == 0, told.constData());
    }
  }
};

QTEST_GUILESS_MAIN(LearningStagedTest)
#include "staged_test.moc"
