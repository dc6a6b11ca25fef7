// Short runs that try the cure of a finding: which keys they set, from which checkpoint they go on, and for how many epochs.
#include <QtTest>

#include "core/learning/learning_advice.h"
#include "core/learning/learning_rule.h"
#include "core/learning/learning_trial.h"

using namespace stepscope;

namespace {

LearningFacts facts(std::size_t epochs) {
  LearningFacts facts;
  facts.run = 7;
  facts.own = true;
  facts.project.emplace();
  facts.epochs.resize(epochs);
  return facts;
}

LearningFinding finding(const char* rule, const char* cure, std::int64_t epoch = 0) {
  LearningFinding finding;
  finding.rule = rule;
  finding.outcome = LearningOutcome::Found;
  finding.cure = cure;
  finding.evidence.epoch = epoch;
  return finding;
}

}  // namespace

class LearningTrialTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void commands_data() {
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("cure");
    QTest::addColumn<int>("best");
    QTest::addColumn<QString>("command");  // empty: nothing to try
    const auto row = [](const char* rule, const char* cure, int best, const char* command) {
      QTest::addRow("%s: %.40s", rule, cure) << rule << cure << best << command;
    };
    // 20 epochs were trained: a fifth of them more.
    row("rate_too_high",
        "train.optimizer.learning_rate = 0.01; or train.schedule.warmup_epochs = 1. The range test suggests one: stepscope-cli lrtest PROJECT", 0,
        "train --set train.optimizer.learning_rate=0.01 --set train.epochs=4");
    row("rate_too_low", "train.optimizer.learning_rate = 1e-05; the learning-rate range test suggests one: stepscope-cli lrtest PROJECT", 0,
        "train --fork 7 --checkpoint last --set train.optimizer.learning_rate=1e-05 --set train.epochs=24");
    row("plateau", "train.schedule.name = \"reduce_on_plateau\", or \"cosine\"", 0,
        "train --fork 7 --checkpoint last --set train.schedule.name=reduce_on_plateau --set train.epochs=24");
    row("overfitting", "train.early_stopping.patience = 3 and train.early_stopping.restore_best = true; dropout or more data push the turn back", 6,
        "train --fork 7 --checkpoint best --set train.early_stopping.patience=3 --set train.early_stopping.restore_best=true --set train.epochs=10");
    row("overfitting", "data.validation_split = 0.3 tells it for sure; dropout or more data push the turn back", 6,
        "train --set data.validation_split=0.3 --set train.epochs=4");  // other data: weights that saw it say nothing
    row("inputs_not_normalised", "data.normalize = \"measured\", without data.mean and data.std", 0,
        "train --set data.normalize=measured --set train.epochs=4");
    row("exploding_gradients", "train.clip.norm = 1", 0, "train --set train.clip.norm=1 --set train.epochs=4");
    row("batch_without_rate",
        "train.schedule.scale = \"linear\" and train.schedule.reference_batch = 32: the rate then follows the batch size (for adam \"sqrt\")", 0,
        "train --set train.schedule.scale=linear --set train.schedule.reference_batch=32 --set train.epochs=4");
    row("vanishing_gradients",
        "a normalisation after each layer (batch_norm), relu instead of sigmoid or tanh, and initial weights for it (model.init.linear = \"kaiming_normal\")",
        0, "");
    row("leak", "rows that are in both sets: stepscope-cli data check PROJECT", 0, "");
  }
  void commands() {
    QFETCH(QString, rule);
    QFETCH(QString, cure);
    QFETCH(int, best);
    QFETCH(QString, command);
    const auto trial = trialOf(facts(20), finding(rule.toUtf8(), cure.toUtf8(), best));
    QCOMPARE(trial.has_value(), !command.isEmpty());
    if (trial) QCOMPARE(QString::fromStdString(commandOf(*trial)), command);
  }

  void onlyOfOurRuns() {
    const LearningFinding found = finding("plateau", "train.schedule.name = \"cosine\"");
    LearningFacts foreign = facts(20);
    foreign.own = false;
    QVERIFY(trialOf(facts(20), found) && !trialOf(foreign, found));
    LearningFinding quiet = found;
    quiet.outcome = LearningOutcome::NotFound;
    QVERIFY(!trialOf(facts(20), quiet));
    // At least one epoch, at most ten more.
    QCOMPARE(trialOf(facts(1), found)->changes.back().second, std::string("2"));
    QCOMPARE(trialOf(facts(300), found)->changes.back().second, std::string("310"));
  }
};

QTEST_GUILESS_MAIN(LearningTrialTest)
#include "learning_trial_test.moc"
