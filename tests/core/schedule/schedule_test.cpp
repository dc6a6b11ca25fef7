// The closed forms against torch.optim.lr_scheduler (tests/torch/schedules.json, made by make_schedules.py), and what PyTorch has no word
// for: positions between steps, the batch-size rule, previews.
#include "core/schedule/schedule.h"
#include "core/project/keys.h"
#include "core/project/project.h"
#include "core/schedule/plateau.h"

#include <QtTest>
#include <cmath>
#include <set>

using namespace stepscope;

namespace {

bool close(double ours, double theirs, double tolerance = 1e-12) {
  return std::abs(ours - theirs) <= tolerance * std::max({std::abs(ours), std::abs(theirs), 1e-3});
}

// make_schedules.py, noisy().
double noisy(int step) {
  const double fall = std::max(0.2, 2.0 - 0.004 * step);
  return fall + 0.05 * ((step * 7919) % 13) / 13 + (step > 700 ? 0.001 * (step - 700) : 0);
}

// The arguments go the way of a project file, so that the keys are tested too.
ScheduleSpec specOf(const QJsonObject& json) {
  Overrides overrides;
  const QJsonObject arguments = json["arguments"].toObject();
  for (auto it = arguments.begin(); it != arguments.end(); ++it) {
    const QByteArray text = QJsonDocument(QJsonArray{it.value()}).toJson(QJsonDocument::Compact);
    overrides.emplace_back("train.schedule." + it.key().toStdString(), text.mid(1, text.size() - 2).toStdString());
  }
  ScheduleSpec spec = parseProject("[data]\nkind = \"synthetic\"\n[model]\nname = \"mlp\"\n", "/schedule/project.toml", overrides).train.schedule;
  spec.warmupEpochs = json["warmup"].toDouble();
  spec.warmupFactor = json["factor"].toDouble();
  return spec;
}

ScheduleSpec named(const char* name, std::map<std::string, double, std::less<>> arguments = {}) {
  ScheduleSpec spec;
  spec.name = name;
  spec.arguments = std::move(arguments);
  return spec;
}

// Arguments of a schedule that has no default for them.
ScheduleSpec withNeeded(const ScheduleDef& def) {
  ScheduleSpec spec = named(def.name.c_str());
  for (const ScheduleArgument& argument : def.arguments) {
    if (!argument.needed) continue;
    if (argument.type == ArgumentType::List) {
      spec.lists[argument.name] = {2, 3.5};
    } else {
      spec.arguments[argument.name] = argument.name == "gamma" ? 0.9 : 2;
    }
  }
  return spec;
}

}  // namespace

class ScheduleTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void equalsPyTorch_data() {
    QTest::addColumn<QJsonObject>("json");
    QFile file(QStringLiteral(STEPSCOPE_SOURCE_DIR "/tests/torch/schedules.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonArray cases = QJsonDocument::fromJson(file.readAll()).array();
    QVERIFY(cases.size() >= 29);
    std::set<QString> names;
    for (const auto& item : cases) {
      QTest::newRow(qPrintable(item.toObject()["name"].toString())) << item.toObject();
      names.insert(item.toObject()["arguments"].toObject()["name"].toString());
    }
    QCOMPARE(names.size(), scheduleDefs().size());  // every schedule of the table
  }
  void equalsPyTorch() {
    QFETCH(QJsonObject, json);
    const ScheduleSpec spec = specOf(json);
    const ScheduleRun run{json["base"].toDouble(), 1, 1000};
    const bool plateauCase = scheduleOf(spec).watchesMetric;
    const bool lowerIsBetter = !json["name"].toString().contains("higher");
    Plateau plateau;
    int row = 0;
    const QJsonArray rows = json["rows"].toArray();
    QVERIFY(rows.size() > 30);
    for (int step = 0; step < 1000; ++step) {
      const ScheduleValue ours = scheduleAt(spec, run, step, plateau.rateFor(run.base));
      const QJsonArray theirs = rows[row].toArray();
      if (theirs[0].toInt() == step) {
        ++row;
        QVERIFY2(std::abs(ours.rate - theirs[1].toDouble()) <= 1e-9,
                 qPrintable(QString("step %1: %2, PyTorch %3").arg(step).arg(ours.rate, 0, 'g', 17).arg(theirs[1].toDouble(), 0, 'g', 17)));
        const double momentum = std::isnan(ours.momentum) ? 0.9 : ours.momentum;
        QVERIFY2(std::abs(momentum - theirs[2].toDouble()) <= 1e-9, qPrintable(QString("step %1: momentum %2").arg(step).arg(momentum)));
      } else if (plateauCase) {  // between the rows the rate rests
        QCOMPARE(ours.rate, rows[row - 1].toArray()[1].toDouble());
      }
      if (plateauCase) observe(plateau, spec, run.base, noisy(step), lowerIsBetter);
    }
    QCOMPARE(row, static_cast<int>(rows.size()));
    if (plateauCase) QVERIFY(!std::isnan(plateau.rate));
  }

  // Epochs, not steps, are what a length counts.
  void lengthsAreEpochs() {
    const ScheduleRun run{1, 10, 12};
    for (int step = 0; step < 120; ++step) {
      QVERIFY(close(scheduleAt(named("step", {{"step_epochs", 3}}), run, step).rate, std::pow(0.1, step / 30)));
      QVERIFY(close(scheduleAt(named("exponential", {{"gamma", 0.5}}), run, step).rate, std::pow(0.5, step / 10.0)));
      ScheduleSpec milestones = named("multistep");
      milestones.lists["milestones"] = {1.5, 4};
      QVERIFY(close(scheduleAt(milestones, run, step).rate, step < 15 ? 1 : step < 40 ? 0.1 : 0.01));
    }
  }

  // every = "epoch" is what PyTorch gives when step() is called once an epoch.
  void everyEpoch() {
    for (const ScheduleDef& def : scheduleDefs()) {
      ScheduleSpec spec = withNeeded(def), byStep = spec;
      spec.every = ScheduleSpec::Every::Epoch;
      for (int step = 0; step < 200; ++step) QCOMPARE(scheduleAt(spec, {0.3, 10, 20}, step).rate, scheduleAt(byStep, {0.3, 1, 20}, step / 10).rate);
    }
  }

  void warmupLeadsToTheBeginning() {
    for (const ScheduleDef& def : scheduleDefs()) {
      ScheduleSpec spec = withNeeded(def), plain = spec;
      spec.warmupEpochs = 2;
      spec.warmupFactor = 0.1;
      const ScheduleRun run{0.3, 10, 20}, rest{0.3, 10, 18};
      for (int step = 0; step < 200; ++step) {
        const double factor = step < 20 ? 0.1 + 0.9 * step / 20 : 1;
        const double main = def.fromStart ? scheduleAt(plain, run, step).rate : scheduleAt(plain, rest, std::max(0, step - 20)).rate;
        QVERIFY2(close(scheduleAt(spec, run, step).rate, main * factor), def.name.c_str());
      }
    }
  }

  // A run that is shorter than its warm-up climbs towards the base rate all the way.
  void aRunOfWarmupAloneLearns() {
    const ScheduleSpec spec = [] {
      ScheduleSpec cosine = named("cosine", {});
      cosine.warmupEpochs = 2;
      cosine.warmupFactor = 0.1;
      return cosine;
    }();
    for (const std::int64_t epochs : {1, 2})
      for (int step = 0; step < 10 * epochs; ++step) QVERIFY(close(scheduleAt(spec, {0.3, 10, epochs}, step).rate, 0.3 * (0.1 + 0.9 * step / 20)));
  }

  // A batch twice as large halves the steps of an epoch; at the same sample the rate is the same.
  void positionDoesNotDependOnTheBatchSize() {
    for (const ScheduleDef& def : scheduleDefs()) {
      ScheduleSpec spec = withNeeded(def);
      spec.warmupEpochs = 1;
      // One cycle ends at the last step, whichever that is, and its phases end one step before a whole number of them.
      const double tolerance = def.name == "one_cycle" ? 0.004 : 1e-10;
      for (double epoch = 0; epoch < 6; epoch += 0.17) {
        const double before = scheduleAt(spec, {0.1, 40, 6}, epoch * 40).rate, after = scheduleAt(spec, {0.1, 20, 6}, epoch * 20).rate;
        QVERIFY2(std::abs(before - after) < tolerance,
                 qPrintable(QString("%1 at epoch %2: %3, %4").arg(QString::fromStdString(def.name)).arg(epoch).arg(before).arg(after)));
      }
    }
  }

  void everyRateIsFiniteAndNotNegative() {
    for (const ScheduleDef& def : scheduleDefs())
      for (std::int64_t perEpoch : {1, 3, 1000})
        for (std::int64_t epochs : {1, 2, 50})
          for (double warmup : {0.0, 0.5, 1.0}) {
            ScheduleSpec spec = withNeeded(def);
            spec.warmupEpochs = warmup;
            // A run that is extended or resumed late may stand past its end.
            for (double position = 0; position < 1.5 * static_cast<double>(perEpoch * epochs) + 3; position += 0.4 * static_cast<double>(perEpoch)) {
              const ScheduleValue value = scheduleAt(spec, {0.1, perEpoch, epochs}, position);
              QVERIFY2(std::isfinite(value.rate) && value.rate >= 0, def.name.c_str());
              if (movesMomentum(spec)) QVERIFY(value.momentum >= 0.85 - 1e-12 && value.momentum <= 0.95 + 1e-12);
            }
          }
  }

  void batchScale() {
    ScheduleSpec spec;
    QCOMPARE(scaledRate(spec, 0.1, 1024), 0.1);
    spec.scale = ScheduleSpec::BatchScale::Linear;
    QCOMPARE(scaledRate(spec, 0.1, 1024), 0.4);
    spec.scale = ScheduleSpec::BatchScale::Sqrt;
    QCOMPARE(scaledRate(spec, 0.1, 1024), 0.2);
    spec.referenceBatch = 64;
    QCOMPARE(scaledRate(spec, 0.1, 16), 0.05);
  }

  void plateauFollowsTheBatchScale() {
    Plateau plateau;
    const ScheduleSpec spec = named("reduce_on_plateau", {{"patience", 0}, {"factor", 0.5}});
    QVERIFY(std::isnan(plateau.rateFor(0.1)));
    observe(plateau, spec, 0.1, 1, true);
    QVERIFY(observe(plateau, spec, 0.1, 1, true));
    QCOMPARE(plateau.rateFor(0.1), 0.05);
    QCOMPARE(plateau.rateFor(0.4), 0.2);
    QVERIFY(observe(plateau, spec, 0.4, std::nan(""), true));  // a loss that is no number is no better one
    QCOMPARE(plateau.rateFor(0.4), 0.1);
    QCOMPARE(plateau.best, 1.0);
  }

  void previewsAreThinned() {
    const ScheduleRun run{0.1, 700, 3};
    const ScheduleCurve curve = previewSchedule(named("one_cycle"), run, 100);
    QCOMPARE(curve.steps, 2100);
    QCOMPARE(curve.rates.size(), std::size_t{100});
    QCOMPARE(curve.momenta.size(), std::size_t{100});
    for (std::size_t i = 0; i < 100; ++i) QCOMPARE(curve.rates[i], scheduleAt(named("one_cycle"), run, static_cast<double>(i * 21)).rate);
    QVERIFY(previewSchedule(named("cosine"), run, 100).momenta.empty());
    QVERIFY(previewSchedule(named("reduce_on_plateau"), run, 100).dependsOnMetric);
  }

  // One key serves every schedule that takes an argument of its name.
  void argumentsOfOneNameAreAlike() {
    for (const ScheduleDef& a : scheduleDefs())
      for (const ScheduleArgument& x : a.arguments) {
        QVERIFY(findKey("train.schedule." + x.name) != nullptr);
        for (const ScheduleDef& b : scheduleDefs())
          for (const ScheduleArgument& y : b.arguments)
            if (x.name == y.name)
              QVERIFY2(x.type == y.type && x.low == y.low && x.high == y.high && x.lowOpen == y.lowOpen && x.choices == y.choices, x.name.c_str());
      }
  }
};

QTEST_GUILESS_MAIN(ScheduleTest)
#include "schedule_test.moc"
