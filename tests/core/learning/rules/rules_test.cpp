// Rules on learning, on series written by hand: each finds its fault with the figure that the series were made with, and stays silent on a sibling
// that is just not one. Tags of other programs, runs of one epoch, series with gaps.
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <functional>
#include <random>

#include "core/learning/learning_advice.h"
#include "core/learning/learning_rule.h"
#include "core/learning/wording.h"

using namespace stepscope;

namespace {

constexpr int kSteps = 20;  // of an epoch
constexpr int kEpochs = 12;
const double kGuess = std::log(10.0);

using Curve = std::function<double(double)>;  // of the epoch, from 0 on, fractions between

// Ten classes, 12 epochs of 20 steps; the losses wobble by one in a hundred.
LearningFacts run(const Curve& train, const Curve& validation, int epochs = kEpochs) {
  LearningFacts facts;
  facts.run = 3;
  facts.own = true;
  facts.task = Task::Classification;
  facts.steps = epochs * kSteps;
  facts.validationSamples = 1000;
  facts.guess = GuessFacts{kGuess, 0.1};
  facts.project.emplace();
  facts.project->data.kind = "table";
  facts.project->model.name = "mlp";
  facts.project->train.optimizer.learningRate = 0.1;
  std::mt19937 random(5);
  std::uniform_real_distribution<double> wobble(0.99, 1.01);
  for (int step = 1; step <= epochs * kSteps; ++step) {
    const double at = static_cast<double>(step - 1) / kSteps;
    facts.trainLoss.push_back({step, 0, train(at) * wobble(random)});
    facts.trainAccuracy.push_back({step, 0, std::max(0.1, 1 - train(at) / kGuess)});
    facts.rate.push_back({step, 0, 0.1});
    facts.gradientNorm.push_back({step, 0, 1.0});
    if (step % kSteps == 0 && validation) {
      facts.validationLoss.push_back({step, 0, validation(at)});
      facts.validationAccuracy.push_back({step, 0, std::max(0.1, 1 - validation(at) / kGuess)});
    }
  }
  facts.epochs = epochsOf(facts, kSteps);
  return facts;
}

double falling(double epoch) {
  return 0.25 + (kGuess - 0.25) * std::exp(-epoch / 2.5);
}
double above(double epoch) {
  return falling(epoch) * 1.03;
}
LearningFacts healthy() {
  return run(falling, above);
}

const LearningFinding& of(const LearningAdvice& advice, const char* rule) {
  for (const LearningFinding& finding : advice.findings)
    if (finding.rule == rule) return finding;
  static const LearningFinding none;
  return none;
}
LearningFinding of(const LearningFacts& facts, const char* rule) {
  return of(adviseLearning(facts), rule);
}
bool finds(const LearningFacts& facts, const char* rule) {
  return of(facts, rule).outcome == LearningOutcome::Found;
}

QByteArray told(const LearningAdvice& advice) {
  QByteArray text;
  for (const LearningFinding& finding : advice.findings)
    if (finding.outcome == LearningOutcome::Found) text += QByteArray::fromStdString(finding.rule + ": " + finding.sentence) + "\n";
  return text;
}

}  // namespace

class LearningRulesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aHealthyRunHasNone() {
    const LearningAdvice advice = adviseLearning(healthy());
    QVERIFY2(advice.found() == 0, told(advice).constData());
    QCOMPARE(advice.findings.size(), learningRules().size());
  }

  // ln 10 = 2.303: the entropy of ten classes as frequent as each other.
  void notLearning() {
    const LearningFacts flat = run([](double) { return kGuess; }, [](double) { return kGuess; });
    const LearningAdvice advice = adviseLearning(flat);
    QCOMPARE(advice.findings.front().rule, std::string("not_learning"));
    QVERIFY(std::abs(of(advice, "not_learning").figure - 100) < 0.5);
    QVERIFY(
        !finds(run([](double e) { return e < 1 ? kGuess : 0.9 * kGuess; }, [](double e) { return e < 1 ? kGuess : 0.9 * kGuess; }), "not_learning"));
  }

  void diverging() {
    LearningFacts facts = run([](double e) { return kGuess * (1 + e); }, nullptr);
    QCOMPARE(adviseLearning(facts).findings.front().rule, std::string("diverging"));
    facts = healthy();
    facts.trainLoss[150].value = std::nan("");
    facts.epochs = epochsOf(facts, kSteps);
    QVERIFY(finds(facts, "diverging"));
    QCOMPARE(of(facts, "diverging").figure, 151.0);
    QVERIFY(!finds(run([](double e) { return 1 + 0.02 * e; }, nullptr), "diverging"));
  }

  // The loss of validation is least after the fifth epoch: 0.8, 0.7, ..., 0.4, then up by 0.1 an epoch.
  void overfitting() {
    const Curve turns = [](double e) { return 0.4 + 0.1 * std::abs(std::floor(e) - 4); };
    const LearningFinding finding = of(run(falling, turns), "overfitting");
    QVERIFY(finding.outcome == LearningOutcome::Found);
    QCOMPARE(finding.figure, 5.0);
    QCOMPARE(finding.evidence.epoch, std::int64_t{5});
    QVERIFY(finding.sentence.starts_with("From epoch 6 on the model overfits"));
    // The same turn, but the training loss rises as well: something else is wrong.
    QVERIFY(!finds(run([&](double e) { return turns(e) * 0.9; }, turns), "overfitting"));
    // Above its least by one in a hundred.
    QVERIFY(!finds(run(falling, [](double e) { return 0.4 + (e < 5 ? 0.3 - 0.06 * e : 0.004); }), "overfitting"));
    QVERIFY(of(run(falling, above, 3), "overfitting").outcome == LearningOutcome::NotEnoughData);
  }

  void rateTooHigh() {
    const Curve shoots = [](double e) { return e > 0.2 && e < 0.5 ? 3 * kGuess : falling(e); };
    const LearningFinding finding = of(run(shoots, above), "rate_too_high");
    QVERIFY(finding.outcome == LearningOutcome::Found);
    QVERIFY(std::abs(finding.figure - 3) < 0.1);
    QVERIFY(finding.cure.starts_with("train.optimizer.learning_rate = 0.01"));
    QVERIFY(!finds(run([](double e) { return e > 0.2 && e < 0.5 ? 1.3 * kGuess : falling(e); }, above), "rate_too_high"));
    const Curve jumps = [](double e) { return static_cast<int>(e) % 2 == 0 ? 1.0 : 1.8; };
    QVERIFY(finds(run([](double) { return 1.2; }, jumps), "rate_too_high"));
    QVERIFY(!finds(run([](double) { return 1.2; }, [](double e) { return static_cast<int>(e) % 2 == 0 ? 1.0 : 1.05; }), "rate_too_high"));
  }

  // The first update throws the weights so far that all units die: the loss shoots up in the second step and rests at that of guessing.
  void theFirstUpdateIsFarTooLarge() {
    LearningFacts facts = run([](double) { return kGuess; }, [](double) { return kGuess; });
    facts.trainLoss[0].value = 1.02 * kGuess;
    facts.trainLoss[1].value = 400 * kGuess;
    facts.trainLoss[2].value = 30 * kGuess;
    facts.epochs = epochsOf(facts, kSteps);
    facts.units = {{"a.bias", 64, 64}, {"out.bias", 10, 0}};
    QVERIFY2(adviseLearning(facts).findings.front().rule == "rate_too_high", told(adviseLearning(facts)).constData());
    // Nothing of the loss, but the units had gradients when the run began.
    facts = run([](double) { return kGuess; }, [](double) { return kGuess; });
    facts.units = {{"a.bias", 64, 64}, {"out.bias", 10, 0}};
    facts.gradients.emplace();
    facts.gradients->parameters = {{"a.weight", 640, true}, {"a.bias", 64, false}, {"out.bias", 10, false}};
    facts.gradients->steps = {1, 2};
    facts.gradients->norms = {{0.3, 0.1, 0.2}, {0.0, 0.0, 0.2}};
    QVERIFY2(adviseLearning(facts).findings.front().rule == "rate_too_high", told(adviseLearning(facts)).constData());
    QVERIFY(of(facts, "rate_too_high").sentence.find("64 of 64") != std::string::npos);
    // Dead from the start: the initial weights.
    facts.gradients->norms = {{0.0, 0.0, 0.2}, {0.0, 0.0, 0.2}};
    QVERIFY2(adviseLearning(facts).findings.front().rule == "dead_units", told(adviseLearning(facts)).constData());
    // A rise by a third that may be chance, and an end above guessing; with the same rise and a better end it is none.
    const auto rises = [](double end) { return [end](double e) { return e < 0.2 ? kGuess : e < 1 ? 1.4 * kGuess : end * kGuess; }; };
    QVERIFY(finds(run(rises(1.1), nullptr), "rate_too_high"));
    QVERIFY(!finds(run(rises(0.9), nullptr), "rate_too_high"));
  }

  // Training falls to a tenth of guessing, and validation never falls below it: 10 classes, 10 % by guessing.
  void labelsThatHaveNothingToDoWithTheInputs() {
    const Curve rises = [](double e) { return kGuess * (1.02 + 0.1 * e); };
    const LearningAdvice advice = adviseLearning(run(falling, rises));
    QVERIFY2(advice.findings.front().rule == "unrelated_labels", told(advice).constData());
    QVERIFY(advice.sentence.find("stays at chance") != std::string::npos);
    // The model had learned something before it overfitted.
    QVERIFY(!finds(run(falling, [&](double e) { return e < 3 ? 0.8 * kGuess : rises(e); }), "unrelated_labels"));
    // An accuracy of 16 % is two deviations (of 3 %) above 10 % of 100 samples, and six of 1000.
    LearningFacts facts = run(falling, rises);
    for (Point& right : facts.validationAccuracy) right.value = 0.16;
    facts.epochs = epochsOf(facts, kSteps);
    facts.validationSamples = 100;
    QVERIFY(finds(facts, "unrelated_labels"));
    facts.validationSamples = 1000;
    QVERIFY(!finds(facts, "unrelated_labels"));
    facts.validationSamples = 10;
    QVERIFY(of(facts, "unrelated_labels").outcome == LearningOutcome::NotEnoughData);
    // Nothing is learned at all: that is another thing.
    QVERIFY(!finds(run([](double) { return kGuess; }, rises), "unrelated_labels"));
    facts = run([](double e) { return std::exp(-e); }, [](double e) { return 1 + 0.1 * e; });
    facts.task = Task::Regression;
    facts.guess = GuessFacts{1.0, kUnknown};
    QVERIFY(finds(facts, "unrelated_labels"));
  }

  // From 0.011 to 0.376 over 30 samples, one of which is wrong: that one alone makes the loss. Of 3000 samples with 100 wrong it is none of chance.
  void aTurnOfAFewSamples() {
    LearningFacts facts = run([](double e) { return 0.06 * std::exp(-e / 3); }, [](double e) { return e < 6 ? 0.011 : 0.376; });
    const auto of_ = [&](std::int64_t samples, double right) {
      facts.validationSamples = samples;
      for (LearningEpoch& epoch : facts.epochs) epoch.validationAccuracy = right;
      return of(facts, "overfitting");
    };
    QVERIFY(of_(30, 29.0 / 30).outcome == LearningOutcome::NotFound);
    QVERIFY(of_(30, 28.0 / 30).cure.find("early_stopping") == std::string::npos);
    const LearningFinding sure = of_(3000, 2900.0 / 3000);
    QVERIFY(sure.outcome == LearningOutcome::Found && sure.cure.find("early_stopping") != std::string::npos);
    QVERIFY(sure.weight > of_(30, 28.0 / 30).weight);
  }

  // After the loss was no number any more nothing is judged but that.
  void whatComesAfterTheBreakSaysNothing() {
    LearningFacts facts = healthy();
    for (std::size_t i = 100; i < facts.trainLoss.size(); ++i) facts.trainLoss[i].value = std::nan("");
    for (std::size_t i = 100; i < facts.trainAccuracy.size(); ++i) facts.trainAccuracy[i].value = 0;
    for (std::size_t i = 5; i < facts.validationAccuracy.size(); ++i) facts.validationAccuracy[i].value = 0;
    facts.epochs = epochsOf(facts, kSteps);
    facts.units = {{"a.bias", 64, 64}, {"out.bias", 10, 0}};
    PredictionFigures figures;
    figures.classes = {{"cat", 50, 0, 0, 0}, {"dog", 50, 0, 0, 0}};
    figures.confusion = {{50, 0}, {50, 0}};
    figures.samples = 100;
    figures.right = 50;
    facts.predictions = figures;
    const LearningAdvice advice = adviseLearning(facts);
    QVERIFY2(advice.found() == 1 && advice.findings.front().rule == "diverging", told(advice).constData());
    for (const LearningFinding& finding : advice.findings)
      QVERIFY2(finding.sentence.find("accuracy is 0 %") == std::string::npos, finding.sentence.c_str());
  }

  // Where nobody knows of epochs, ten parts of the run are none.
  void partsAreNoEpochs() {
    LearningFacts facts = run([](double) { return kGuess; }, nullptr);
    facts.epochs = epochsOf(facts, 0);
    facts.tellsEpochs = false;
    QCOMPARE(facts.epochs.size(), std::size_t{10});
    QVERIFY(of(facts, "not_learning").sentence.starts_with("The model does not learn: after 240 steps the training loss is"));
    facts.epochs = epochsOf(facts, kSteps);
    facts.tellsEpochs = true;
    QVERIFY(of(facts, "not_learning").sentence.starts_with("The model does not learn: after 12 epochs the training loss is"));
    QVERIFY(of(run(falling, above, 1), "plateau").sentence.starts_with("Only 1 epoch with"));
  }

  void rateTooLow() {
    const Curve slow = [](double e) { return kGuess - 0.02 * e; };
    QCOMPARE(adviseLearning(run(slow, slow)).findings.front().rule, std::string("rate_too_low"));
    QVERIFY(!finds(run(slow, slow), "not_learning"));
    QVERIFY(!finds(run([](double e) { return kGuess - 0.1 * e; }, [](double e) { return kGuess - 0.1 * e; }), "rate_too_low"));
    // As little, but it came to rest.
    const Curve rests = [](double e) { return kGuess - 0.3 * (1 - std::exp(-e)); };
    QVERIFY(!finds(run(rests, rests), "rate_too_low"));
  }

  void plateau() {
    const Curve flat = [](double e) {
      return 0.9 + (e < 4 ? (kGuess - 0.9) * std::exp(-1.5 * e) : 0.0) + (static_cast<int>(e) % 2 == 0 ? 0.02 : -0.02);
    };
    LearningFacts facts = run(flat, [&](double e) { return flat(e) * 1.1; });
    QVERIFY(finds(facts, "plateau"));
    for (Point& rate : facts.rate)
      if (rate.step > 160) rate.value = 0.01;  // a schedule
    facts.epochs = epochsOf(facts, kSteps);
    QVERIFY(!finds(facts, "plateau"));
    QVERIFY(!finds(run([](double e) { return 0.05 + kGuess * std::exp(-3 * e); }, nullptr), "plateau"));  // nothing is left to fall
  }

  void batchWithoutRate() {
    LearningFacts facts = healthy();
    facts.batches = {{100, 32, 256}};
    QVERIFY(finds(facts, "batch_without_rate"));
    QCOMPARE(of(facts, "batch_without_rate").figure, 8.0);
    for (Point& rate : facts.rate)
      if (rate.step > 100) rate.value *= 8;
    QVERIFY(!finds(facts, "batch_without_rate"));
    facts = healthy();
    facts.batches = {{100, 32, 48}};
    QVERIFY(!finds(facts, "batch_without_rate"));
  }

  void gradients() {
    LearningFacts facts = healthy();
    const auto norms = [](double early) {
      GradientFacts gradients;
      for (const char* name : {"a.weight", "b.weight", "c.weight", "d.weight"}) gradients.parameters.push_back({name, 100, true});
      for (std::int64_t step = 1; step < 20; ++step) {
        gradients.steps.push_back(step);
        gradients.norms.push_back({early, early * 3, 0.5, 1});
      }
      return gradients;
    };
    facts.gradients = norms(1e-7);
    const LearningFinding vanishing = of(facts, "vanishing_gradients");
    QVERIFY(vanishing.outcome == LearningOutcome::Found);
    QCOMPARE(vanishing.evidence.layers.front(), std::string("a.weight"));
    facts.gradients = norms(0.01);
    QVERIFY(!finds(facts, "vanishing_gradients"));
    facts.gradients->parameters.resize(2);
    for (auto& row : facts.gradients->norms) row.resize(2);
    QVERIFY(!finds(facts, "vanishing_gradients"));

    facts.gradientNorm[120].value = 200;
    facts.trainLoss[122].value = 3;
    const LearningFinding exploding = of(facts, "exploding_gradients");
    QVERIFY(exploding.outcome == LearningOutcome::Found);
    QCOMPARE(exploding.figure, 200.0);
    QCOMPARE(exploding.evidence.firstStep, std::int64_t{111});
    facts.trainLoss[122].value = 0.6;  // the loss does not jump: it begins to learn
    QVERIFY(!finds(facts, "exploding_gradients"));
    facts.trainLoss[122].value = 3;
    facts.gradientNorm[120].value = 9;
    QVERIFY(!finds(facts, "exploding_gradients"));
    facts.gradientNorm[0].value = 5000;
    facts.trainLoss[0].value = 100 * kGuess;
    QVERIFY(finds(facts, "exploding_gradients"));
  }

  void deadUnits() {
    LearningFacts facts = healthy();
    facts.units = {{"a.bias", 64, 40}, {"b.bias", 64, 0}, {"out.bias", 10, 0}};
    const LearningFinding finding = of(facts, "dead_units");
    QVERIFY(finding.outcome == LearningOutcome::Found);
    QVERIFY(std::abs(finding.figure - 62.5) < 1e-9);
    facts.units[0].silent = 20;  // 31 %
    QVERIFY(!finds(facts, "dead_units"));
    facts.units = {{"a.bias", 64, 64}, {"out.bias", 10, 10}};  // the loss is 0
    QVERIFY(!finds(facts, "dead_units"));
  }

  // Validation 1, 0.9, 0.95, 0.8, 0.85, 0.7, 0.75: ups and downs, but down by 0.05 an epoch.
  void stoppedEarly() {
    const Curve saws = [](double e) { return 1.0 - 0.05 * std::floor(e) + (static_cast<int>(e) % 2 == 0 ? 0.05 : 0); };
    LearningFacts facts = run([](double e) { return 1.0 - 0.05 * e; }, saws, 7);
    QVERIFY(!finds(facts, "stopped_early"));
    facts.stoppedEarly = "val_loss has not improved for one epoch";
    QVERIFY(finds(facts, "stopped_early"));
    facts = run(
        falling, [](double e) { return 0.5 + 0.01 * e; }, 9);
    facts.stoppedEarly = "val_loss has not improved for 8 epochs";
    QVERIFY(!finds(facts, "stopped_early"));
  }

  void missingClasses() {
    LearningFacts facts = healthy();
    PredictionFigures figures;
    figures.classes = {{"cat", 50, 0, 0, 0}, {"dog", 50, 0, 0, 0}, {"bird", 8, 0, 0, 0}};
    figures.confusion = {{45, 5, 0}, {5, 45, 0}, {4, 4, 0}};
    figures.samples = 108;
    figures.right = 90;
    facts.predictions = figures;
    const LearningFinding finding = of(facts, "missing_classes");
    QVERIFY(finding.outcome == LearningOutcome::Found);
    QVERIFY(finding.sentence.find("bird") != std::string::npos);
    facts.predictions->confusion[2] = {3, 4, 1};
    QVERIFY(!finds(facts, "missing_classes"));
    facts.predictions->confusion[2] = {2, 2, 0};
    facts.predictions->classes[2].samples = 4;  // too few to say so
    QVERIFY(!finds(facts, "missing_classes"));
  }

  // 14 of 20: Wilson's interval is 48.1 to 85.5 % (R, binom::binom.confint), half of it 18.7 points.
  void noisyValidation() {
    const auto moving = [](double by) { return [by](double e) { return kGuess * (0.3 + (static_cast<int>(e) % 2 == 0 ? by : -by)); }; };
    LearningFacts facts = run(falling, moving(0.05));
    facts.validationSamples = 20;
    const LearningFinding finding = of(facts, "noisy_validation");
    QVERIFY(finding.outcome == LearningOutcome::Found);
    QVERIFY(std::abs(finding.figure - 18.7) < 0.15);
    facts.validationSamples = 2000;
    QVERIFY(!finds(facts, "noisy_validation"));
    facts = run(falling, moving(0));
    facts.validationSamples = 100;  // 9 points, but it rests
    QVERIFY(!finds(facts, "noisy_validation"));
  }

  void leak() {
    const Curve better = [](double e) { return falling(e + 1.5) * 0.6; };
    QVERIFY(finds(run(falling, better), "leak"));
    QVERIFY(!finds(healthy(), "leak"));
    LearningFacts facts = run(falling, better);
    facts.project->model.reals["dropout"] = 0.5;  // explains it
    QVERIFY(!finds(facts, "leak"));
    facts = run(falling, [](double e) { return 0.0001 + 0 * e; });
    QVERIFY(finds(facts, "leak"));
    facts.project->data.kind = "synthetic";  // made to be easy
    facts.trainLoss = healthy().trainLoss;
    QVERIFY(of(facts, "leak").figure != 100);
  }

  void inputsNotNormalised() {
    LearningFacts facts = healthy();
    facts.inputs = InputFacts{120, 70, 0, 255};
    QVERIFY(finds(facts, "inputs_not_normalised"));
    facts.inputs = InputFacts{0.45, 0.25, 0, 1};
    QVERIFY(!finds(facts, "inputs_not_normalised"));
    facts.inputs = InputFacts{120, 70, 0, 255};
    facts.project->model.name = "tabular_mlp";  // begins with a batch norm
    QVERIFY(!finds(facts, "inputs_not_normalised"));
  }

  // Of few data less is claimed.
  void shortRunsAndGaps() {
    for (int epochs = 1; epochs <= 3; ++epochs) {
      const LearningAdvice advice = adviseLearning(run(falling, above, epochs));
      QVERIFY2(advice.found() == 0, told(advice).constData());
    }
    QCOMPARE(adviseLearning(LearningFacts()).found(), 0);
    QVERIFY(adviseLearning(LearningFacts()).sentence.starts_with("No training loss"));
    for (unsigned seed = 1; seed <= 50; ++seed) {
      std::mt19937 random(seed);
      LearningFacts facts = healthy();
      const auto thin = [&](std::vector<Point>& points) { std::erase_if(points, [&](const Point&) { return random() % 3 == 0; }); };
      thin(facts.trainLoss);
      thin(facts.validationLoss);
      thin(facts.rate);
      facts.epochs = epochsOf(facts, kSteps);
      const LearningAdvice advice = adviseLearning(facts);
      QVERIFY2(advice.found() == 0, told(advice).constData());
    }
  }

  // Whatever stands in the series: an answer of every rule, and a sentence where something is missing.
  void oddSeries() {
    std::mt19937 random(9);
    const double odd[] = {0, -1, 1e30, -1e30, std::nan(""), HUGE_VAL, -HUGE_VAL, 1e-30};
    for (int i = 0; i < 300; ++i) {
      LearningFacts facts = run(falling, above, 1 + static_cast<int>(random() % 14));
      facts.own = random() % 2 == 0;
      if (random() % 2 == 0) facts.guess.reset();
      for (std::vector<Point>* points :
           {&facts.trainLoss, &facts.validationLoss, &facts.trainAccuracy, &facts.validationAccuracy, &facts.rate, &facts.gradientNorm}) {
        for (Point& point : *points)
          if (random() % 4 == 0) point.value = odd[random() % 8];
        if (random() % 5 == 0) points->clear();
      }
      facts.epochs = epochsOf(facts, kSteps);
      const LearningAdvice advice = adviseLearning(facts);
      QCOMPARE(advice.findings.size(), learningRules().size());
      for (const LearningFinding& finding : advice.findings) {
        QVERIFY(!finding.sentence.empty());
        QVERIFY2(finding.rule.find('_') == std::string::npos || finding.sentence.find(finding.rule) == std::string::npos, finding.sentence.c_str());
      }
    }
  }

  // As TensorBoard's files are imported: a point an epoch, tags of another program, accuracy in per cent.
  void importedRuns() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("runs.db").toStdString();
    const auto imported = [&](const Curve& train, const Curve& validation) {
      RunWriter writer(path);
      RunInfo info;
      info.configuration = R"({"source": {"kind": "tensorboard", "folder": "logs"}})";
      const RunId id = writer.createRun(info);
      for (int epoch = 0; epoch < 12; ++epoch) {
        writer.append(id, "Loss/train", {epoch, 0, train(epoch)});
        writer.append(id, "Loss/val", {epoch, 0, validation(epoch)});
        writer.append(id, "val_acc", {epoch, 0, 60.0 + epoch});
      }
      info.id = id;
      info.status = RunStatus::Finished;
      writer.finish(info);
      return learningFacts(RunReader(path), id);
    };
    const LearningFacts good = imported(falling, above);
    QVERIFY(!good.own && good.epochs.size() == 12);
    QVERIFY(std::abs(good.validationAccuracy.back().value - 0.71) < 1e-9);
    QVERIFY2(adviseLearning(good).found() == 0, told(adviseLearning(good)).constData());
    const LearningAdvice bad = adviseLearning(imported(falling, [](double e) { return 0.4 + 0.1 * std::abs(e - 4); }));
    QCOMPARE(bad.findings.front().rule, std::string("overfitting"));
    QCOMPARE(bad.findings.front().figure, 5.0);
    QVERIFY(bad.findings.front().cure.find("train.") == std::string::npos);  // keys of a project are of no use to it
    // Nobody knows of dropout there.
    QVERIFY(of(imported(falling, [](double e) { return falling(e + 1.5) * 0.6; }), "leak").outcome == LearningOutcome::NotEnoughData);
    const LearningAdvice still = adviseLearning(imported([](double) { return 0.69; }, [](double) { return 0.69; }));
    QCOMPARE(still.findings.front().rule, std::string("not_learning"));
  }

  void tags() {
    const std::pair<const char*, SeriesKind> known[] = {{"train/loss", SeriesKind::TrainLoss},
                                                        {"Loss/train", SeriesKind::TrainLoss},
                                                        {"train_loss_epoch", SeriesKind::TrainLoss},
                                                        {"epoch_loss", SeriesKind::TrainLoss},
                                                        {"val_loss", SeriesKind::ValidationLoss},
                                                        {"Loss/test", SeriesKind::ValidationLoss},
                                                        {"eval/loss", SeriesKind::ValidationLoss},
                                                        {"validation/epoch_loss", SeriesKind::ValidationLoss},
                                                        {"Accuracy/val", SeriesKind::ValidationAccuracy},
                                                        {"train_acc", SeriesKind::TrainAccuracy},
                                                        {"train/learning_rate", SeriesKind::Rate},
                                                        {"lr-Adam", SeriesKind::Rate},
                                                        {"train/grad_norm", SeriesKind::GradientNorm},
                                                        {"train/box_loss", SeriesKind::Other},
                                                        {"val/grad_norm", SeriesKind::Other},
                                                        {"loss/train_val", SeriesKind::Other},
                                                        {"system/cpu", SeriesKind::Other}};
    for (const auto& [tag, kind] : known) QVERIFY2(kindOfTag(tag) == kind, tag);
  }
};

QTEST_GUILESS_MAIN(LearningRulesTest)
#include "rules_test.moc"
