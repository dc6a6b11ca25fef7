// The closed forms against the recursions of torch/optim/lr_scheduler.py.
#include "core/train/schedule.h"

#include <QtTest>
#include <cmath>
#include <numbers>

using namespace stepscope;

namespace {

bool close(double ours, double theirs) {
  return std::abs(ours - theirs) <= 1e-12 * std::max({std::abs(ours), std::abs(theirs), 1e-3});
}

// SequentialLR([LinearLR(factor, 1, warmup), CosineAnnealingLR(total - warmup, minimum)], [warmup]) as step() computes it.
std::vector<double> cosineWithWarmup(double base, double factor, int warmup, int total, double minimum) {
  std::vector<double> rates;
  double rate = warmup > 0 ? base * factor : base;
  for (int t = 0; t < total; ++t) {
    if (t > 0 && t < warmup) {
      rate *= 1 + (1 - factor) / (warmup * factor + (t - 1) * (1 - factor));
    } else if (t == warmup) {
      rate = base;
    } else if (t > warmup) {
      const double length = total - warmup, at = t - warmup, pi = std::numbers::pi;
      rate = (1 + std::cos(pi * at / length)) / (1 + std::cos(pi * (at - 1) / length)) * (rate - minimum) + minimum;
    }
    rates.push_back(rate);
  }
  return rates;
}

}  // namespace

class ScheduleTest : public QObject {
  Q_OBJECT

 private slots:
  void constant() {
    for (int step : {0, 1, 99, 1000}) QCOMPARE(learningRate({}, 0.1, step, 10, 5), 0.1);
  }

  void cosine_data() {
    QTest::addColumn<double>("warmupEpochs");
    QTest::addColumn<double>("factor");
    QTest::addColumn<double>("minimum");
    QTest::addColumn<int>("stepsPerEpoch");
    QTest::addColumn<int>("epochs");
    QTest::newRow("plain") << 0.0 << 0.01 << 0.0 << 25 << 8;
    QTest::newRow("with a floor") << 0.0 << 0.01 << 0.003 << 7 << 30;
    QTest::newRow("one epoch of warm-up") << 1.0 << 0.01 << 0.0 << 50 << 10;
    QTest::newRow("half an epoch of warm-up, odd steps") << 0.5 << 0.1 << 1e-4 << 33 << 5;
    QTest::newRow("all warm-up") << 2.0 << 0.25 << 0.0 << 10 << 2;
  }
  void cosine() {
    QFETCH(double, warmupEpochs);
    QFETCH(double, factor);
    QFETCH(double, minimum);
    QFETCH(int, stepsPerEpoch);
    QFETCH(int, epochs);
    ScheduleSpec spec;
    spec.kind = ScheduleSpec::Kind::Cosine;
    spec.warmupEpochs = warmupEpochs;
    spec.warmupFactor = factor;
    spec.minimum = minimum;
    const int warmup = static_cast<int>(std::lround(warmupEpochs * stepsPerEpoch)), total = stepsPerEpoch * epochs;
    const std::vector<double> expected = cosineWithWarmup(0.4, factor, warmup, total, minimum);
    for (int step = 0; step < total; ++step) {
      const double ours = learningRate(spec, 0.4, step, stepsPerEpoch, epochs);
      // Near its end the recursion divides small differences and loses digits that the closed form keeps.
      const double tolerance = 1e-12 + (step > total - 5 ? 1e-9 : 0);
      QVERIFY2(std::abs(ours - expected[static_cast<std::size_t>(step)]) <= tolerance * 0.4,
               qPrintable(QString("step %1: %2, PyTorch %3")
                              .arg(step)
                              .arg(ours, 0, 'g', 17)
                              .arg(expected[static_cast<std::size_t>(step)], 0, 'g', 17)));
    }
  }

  void steps() {
    ScheduleSpec spec;
    spec.kind = ScheduleSpec::Kind::Step;
    spec.stepEpochs = 3;
    spec.gamma = 0.1;
    double rate = 0.2;
    for (int step = 0; step < 120; ++step) {
      if (step > 0 && step % 30 == 0) rate *= 0.1;  // StepLR.step(): lr *= gamma when last_epoch % step_size == 0
      QVERIFY(close(learningRate(spec, 0.2, step, 10, 12), rate));
    }
  }

  void stepsWithWarmup() {
    // ChainedScheduler([LinearLR, StepLR]): the factors multiply.
    ScheduleSpec spec;
    spec.kind = ScheduleSpec::Kind::Step;
    spec.stepEpochs = 1;
    spec.gamma = 0.5;
    spec.warmupEpochs = 2;
    spec.warmupFactor = 0.1;
    for (int step = 0; step < 50; ++step) {
      const double warmup = step < 20 ? 0.1 + 0.9 * step / 20 : 1;
      QVERIFY(close(learningRate(spec, 1, step, 10, 5), warmup * std::pow(0.5, step / 10)));
    }
  }

  // A batch twice as large halves the steps of an epoch; at the same sample the rate is the same.
  void positionDoesNotDependOnTheBatchSize() {
    ScheduleSpec spec;
    spec.kind = ScheduleSpec::Kind::Cosine;
    spec.warmupEpochs = 1;
    for (double epoch = 0; epoch < 6; epoch += 0.17)
      QVERIFY(close(learningRateAt(spec, 0.1, epoch * 40, 40, 6), learningRateAt(spec, 0.1, epoch * 20, 20, 6)));
  }
};

QTEST_GUILESS_MAIN(ScheduleTest)
#include "schedule_test.moc"
