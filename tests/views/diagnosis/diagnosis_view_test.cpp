// The Diagnosis tab with real clicks: the sentence, the bar, cards, what they ask for, what is folded, trials, odd input.
#include "views/diagnosis/diagnosis_view.h"
#include "core/base/error.h"
#include "profiler/advisor/kept_facts.h"
#include "profiler/advisor/matrix_units.h"
#include "profiler/io/import.h"
#include "tests/profiler/analysis/trace_builder.h"
#include "views/common/empty_state.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/diagnosis/breakdown_parts.h"
#include "views/diagnosis/diagnosis_model.h"
#include "views/diagnosis/learn_check_row.h"
#include "views/diagnosis/learning_card.h"
#include "views/diagnosis/path_card.h"
#include "views/diagnosis/rule_fold.h"
#include "views/diagnosis/tab_badge.h"
#include "views/diagnosis/verdict_card.h"
#include "views/diagnosis/what_if_card.h"

#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QToolButton>
#include <QtTest>
#include <thread>

using namespace stepscope;

namespace {

constexpr int kPatience = 20'000;
constexpr std::int64_t kMs = 1'000'000;

// Five steps of 100 ms: 40 waiting for data, 20 forward, 20 backward, 10 recomputed, 10 between ops.
AdviceFacts starved() {
  TraceBuilder b;
  b.node("conv2d", "conv1", Category::Forward).node("conv2d_grad_weight", "conv1", Category::Backward).node("conv2d", "conv1", Category::Recompute);
  for (int k = 0; k < 5; ++k) {
    const std::int64_t at = k * 100 * kMs;
    b.span("Trainer", "data wait", Category::Data, at, 40 * kMs, -1, k).span("Trainer", "op", Category::Other, at + 40 * kMs, 20 * kMs, 0, k);
    b.span("Trainer", "op", Category::Other, at + 60 * kMs, 20 * kMs, 1, k).span("Trainer", "op", Category::Other, at + 80 * kMs, 10 * kMs, 2, k);
    b.span("Trainer", "step", Category::Step, at, 100 * kMs, -1, k);
  }
  Trace trace = b.build();
  trace.source = "run 7, steps 1-5";
  AdviceFacts facts;
  facts.trace = traceFacts(std::make_shared<const Trace>(std::move(trace)));
  facts.switches = Switches{};
  facts.switches->numWorkers = 0;
  facts.switches->checkpointing = Checkpointing::Mode::Blocks;
  facts.place.samples = 1000;
  MachineFacts machine;
  machine.cores = machine.machineCores = machine.threads = 4;
  machine.memoryBytes = std::int64_t{16} << 30;
  facts.machine = machine;
  facts.plan = PlanFacts{64, std::int64_t{1} << 30, std::int64_t{2} << 30};
  facts.coresTaken = 0.01;
  return facts;
}

DiagnosisSubject subjectOf(AdviceFacts facts) {
  DiagnosisSubject subject;
  subject.gather = [facts = std::move(facts)] { return facts; };
  return subject;
}

struct Shown {
  DiagnosisView view;
  explicit Shown(std::optional<AdviceFacts> facts = starved()) {
    view.resize(1000, 700);
    view.show();
    if (facts) show(subjectOf(std::move(*facts)));
  }
  void show(DiagnosisSubject subject) {
    QSignalSpy changed(view.model(), &DiagnosisModel::changed);
    view.model()->show(std::move(subject));
    QVERIFY(changed.wait(kPatience));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QTest::qWait(1);  // layout
  }
};

QString traceFile(const char* name) {
  return qEnvironmentVariable("STEPSCOPE_DATA", QStringLiteral(STEPSCOPE_SOURCE_DIR "/../shared/data")) + QStringLiteral("/traces/") + name;
}

}  // namespace

class DiagnosisViewTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { applyTheme(*qApp, ThemeChoice::Dark); }

  void withoutAnythingItSaysWhatToDo() {
    Shown s(std::nullopt);
    QVERIFY(s.view.isEmpty());
    s.view.setEmptyTexts("Nothing to diagnose yet", "Open a trace.", "Open Trace...");
    QSignalSpy asked(&s.view, &DiagnosisView::primaryRequested);
    QTest::mouseClick(s.view.emptyState()->findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(asked.count(), 1);
  }

  void theSentenceTheBarAndTheCardsAgree() {
    Shown s;
    QVERIFY(!s.view.isEmpty());
    QCOMPARE(s.view.verdict()->sentence(), QStringLiteral("The step waits for data 40 % of the time: 40 ms of 100 ms. It is highly input-bound."));
    QCOMPARE(s.view.verdict()->of(), QStringLiteral("quiet cores · 5 steps: mean 100 ms, median 100 ms · run 7, steps 1-5"));
    const auto& parts = s.view.verdict()->bar()->parts();
    QCOMPARE(parts.front().title, QStringLiteral("data wait"));
    QCOMPARE(parts.front().percent, QStringLiteral("40 %"));
    QCOMPARE(parts.front().amount, QStringLiteral("40 ms"));
    double sum = 0;
    for (const SharePart& part : parts) sum += part.share;
    QVERIFY(std::abs(sum - 1) < 1e-9);
    QCOMPARE(s.view.cards().size(), std::size_t{2});
    QCOMPARE(QString::fromStdString(s.view.cards()[0]->finding().rule), QStringLiteral("input_bound"));
    QCOMPARE(QString::fromStdString(s.view.cards()[1]->finding().rule), QStringLiteral("checkpointing"));
    QCOMPARE(s.view.cards()[0]->gainText(), QStringLiteral("at most −40 ms"));
    QCOMPARE(s.view.cards()[1]->gainText(), QStringLiteral("at most −10 ms"));
  }

  // What was recorded while other programs held the cores, or nobody knows whether they did, claims no gain.
  void busyCoresClaimNothing() {
    Shown quiet;
    QCOMPARE(quiet.view.cards()[0]->gainOfText(), QStringLiteral("of a step"));
    for (const std::optional<double> taken : {std::optional(0.4), std::optional<double>()}) {
      AdviceFacts facts = starved();
      facts.coresTaken = taken;
      Shown s(facts);
      QCOMPARE(s.view.cards()[0]->gainOfText(), QStringLiteral("of a step, no claim"));
      QVERIFY(s.view.verdict()->of().startsWith(taken ? QStringLiteral("busy cores (other programs took 40 % of them)")
                                                      : QStringLiteral("quiet or busy cores: not known")));
      const QString green = QStringLiteral("color:") + tokens().good.name();
      for (const QLabel* label : s.view.cards()[0]->findChildren<QLabel*>()) QVERIFY2(!label->text().contains(green), qPrintable(label->text()));
    }
  }

  void aClickOnACardAsksForItsEvidence() {
    Shown s;
    QSignalSpy evidence(&s.view, &DiagnosisView::evidenceRequested), timeline(&s.view, &DiagnosisView::timelineRequested);
    FindingCard* card = s.view.cards()[0];
    QTest::mouseClick(card, Qt::LeftButton, {}, QPoint(40, 12));
    QCOMPARE(evidence.count(), 1);
    QCOMPARE(evidence[0][0].value<Finding>().evidence.ranges.size(), std::size_t{5});
    QTest::mouseClick(card->timelineButton(), Qt::LeftButton);
    QCOMPARE(timeline.count(), 1);
    QCOMPARE(evidence.count(), 1);
    card->setFocus();
    QTest::keyClick(card, Qt::Key_Return);
    QCOMPARE(evidence.count(), 2);
    // The second card's evidence is nodes of the graph.
    QTest::mouseClick(s.view.cards()[1], Qt::LeftButton, {}, QPoint(40, 12));
    QCOMPARE(evidence[2][0].value<Finding>().evidence.nodes, std::vector<std::int32_t>{2});
  }

  void theButtonDoesWhatCanBeDone() {
    Shown s;
    QSignalSpy tried(&s.view, &DiagnosisView::tryRequested), used(&s.view, &DiagnosisView::useRequested);
    QPushButton* button = s.view.cards()[0]->actionButton();
    // Of a trace alone the setting can be copied.
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("num_workers = 1"));
    s.view.setCanTry(false, true);
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(used.count(), 1);
    s.view.setCanTry(true, true);
    QCOMPARE(button->text(), QStringLiteral("Try it"));
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(tried.count(), 1);
    QCOMPARE(tried[0][0].toString(), QStringLiteral("num_workers"));
    QCOMPARE(tried[0][1].toLongLong(), 1);
  }

  void aTrialIsShownOnItsCard() {
    Shown s;
    s.view.setCanTry(true, true);
    FindingCard* card = s.view.cards()[0];
    s.view.setTrial(TrialState{"measuring, pair 3", 0.4, nullptr}, "num_workers", {});
    QVERIFY(card->trialText().contains("pair 3"));
    QVERIFY(!card->actionButton()->isEnabled());
    QVERIFY(card->backButton()->isVisible() && !card->keepButton()->isVisible());
    QSignalSpy cancelled(&s.view, &DiagnosisView::trialCancelled), ended(&s.view, &DiagnosisView::trialEnded);
    QTest::mouseClick(card->backButton(), Qt::LeftButton);
    QCOMPARE(cancelled.count(), 1);
    auto result = std::make_shared<TrialResult>();
    result->key = "num_workers";
    result->to = "1";
    result->outcome = TrialOutcome::Faster;
    TrialFigures figures;
    figures.ratio = 0.6;
    figures.low = 0.58;
    figures.high = 0.62;
    figures.pairs = 6;
    result->figures = figures;
    s.view.setTrial(TrialState{{}, 1, result}, "num_workers", "1");
    QCOMPARE(card->trialText(), QString::fromStdString(result->sentence()));
    QVERIFY(card->keepButton()->isVisible());
    QTest::mouseClick(card->keepButton(), Qt::LeftButton);
    QCOMPARE(ended.count(), 1);
    QCOMPARE(ended[0][0].toBool(), true);
    QVERIFY(s.view.cards()[1]->trialText().isEmpty());  // of another switch
    result->choice = TrialResult::Choice::Kept;
    s.view.setTrial(TrialState{{}, 1, result}, "num_workers", "1");
    QVERIFY(card->trialText().endsWith("kept") && !card->keepButton()->isVisible());
    // What can be neither kept nor put back any more says why.
    result->choice = TrialResult::Choice::Open;
    s.view.setTrial(TrialState{{}, 1, result, "the run ended without an answer"}, "num_workers", "1");
    QVERIFY(card->trialText().endsWith("the run ended without an answer"));
    QVERIFY(!card->keepButton()->isVisible() && !card->backButton()->isVisible());
  }

  void whatWasNotFoundIsFolded() {
    Shown s;
    RuleFold* fold = s.view.notFound();
    QVERIFY(fold->count() > 3 && !fold->isOpen());
    QTest::mouseClick(fold->button(), Qt::LeftButton);
    QVERIFY(fold->isOpen());
    QVERIFY(fold->sentences().contains("Validation") || fold->sentences().contains("kernels"));
    QVERIFY(!s.view.notEnough()->sentences().contains("GPU") && !fold->sentences().contains("GPU"));  // there is none
    QCOMPARE(static_cast<int>(s.view.cards().size()) + fold->count() + s.view.notEnough()->count(),
             static_cast<int>(s.view.model()->advice().findings.size()));
    QTest::mouseClick(s.view.verdict()->copyButton(), Qt::LeftButton);
    QCOMPARE(QApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts).size(),
             static_cast<qsizetype>(s.view.model()->advice().findings.size()) + 1);
  }

  // How a run learns stands above all else where it does not learn as it should, and after the findings where it does.
  void learningComesFirstWhereItFails() {
    Shown s(std::nullopt);
    LearningFinding finding;
    finding.outcome = LearningOutcome::Found;
    finding.title = "The training diverges";
    finding.sentence = "The loss is not a number from step 3 on.";
    for (const double weight : {0.9, 0.3, 0.9}) {
      DiagnosisSubject subject = subjectOf(starved());
      finding.weight = weight;
      subject.learning = [finding] { return LearningAdvice{finding.sentence, {finding}}; };
      s.show(std::move(subject));
      const auto top = [&](const QWidget* widget) { return widget->mapTo(&s.view, QPoint()).y(); };
      QTRY_COMPARE_WITH_TIMEOUT(top(s.view.learning()) < top(s.view.verdict()), weight > 0.5, kPatience);
      QVERIFY(s.view.learning()->isVisible() && (weight > 0.5 || top(s.view.learning()) > top(s.view.cards().back())));
    }
  }

  // A cure that keys of the project are can be tried by a short run, while no other trains.
  void curesOfLearningAreTried() {
    Shown s(std::nullopt);
    LearningFinding finding;
    finding.outcome = LearningOutcome::Found;
    finding.title = "The loss is on a plateau";
    finding.sentence = "It changed by 0 % in the last 8 epochs.";
    finding.cure = "train.schedule.name = \"cosine\"";
    finding.trial = LearningTrial{4, "last", {{"train.schedule.name", "cosine"}, {"train.epochs", "24"}}};
    LearningFinding other = finding;
    other.trial.reset();
    DiagnosisSubject subject = subjectOf(starved());
    subject.learning = [finding, other] { return LearningAdvice{finding.sentence, {finding, other}}; };
    s.show(std::move(subject));
    QTRY_COMPARE_WITH_TIMEOUT(s.view.learning()->tryButtons().size(), std::size_t{1}, kPatience);
    QPushButton* button = s.view.learning()->tryButtons().front();
    QSignalSpy asked(&s.view, &DiagnosisView::learningTrialRequested);
    s.view.setCanTry(true, true);
    QVERIFY(!button->isEnabled() && button->toolTip().contains("A run trains"));
    s.view.setCanTry(false, false);
    QVERIFY(!button->isEnabled());
    s.view.setCanTry(false, true);
    QVERIFY2(button->isEnabled() && button->toolTip().contains("train.schedule.name = cosine, train.epochs = 24"), qPrintable(button->toolTip()));
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.front().front().value<LearningTrial>().checkpoint, std::string("last"));
  }

  // One batch by heart, off the GUI thread: the answer, a refusal, and a cancel that the worker sees while the window goes on.
  void checkThatItCanLearn() {
    Shown s(std::nullopt);
    LearnCheckRow* row = s.view.learnCheck();
    QVERIFY(row->isVisible() && !row->button()->isEnabled());
    LearnCheck passed;
    passed.passed = true;
    passed.sentence = "It can learn: on one batch the loss went from 2.3 to 0.1 in 50 steps.";
    row->setCheck([passed](const std::atomic<bool>&) { return passed; });
    QTest::mouseClick(row->button(), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(row->sentence(), text(passed.sentence), kPatience);
    QVERIFY(!row->running() && row->button()->text() == "Check that it can learn");
    row->setCheck(
        [](const std::atomic<bool>&) -> LearnCheck { throw Error(ErrorKind::Input, "data.path", "there is no such file", "Name another"); });
    QTest::mouseClick(row->button(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(row->sentence().contains("no such file"), kPatience);
    // One that would take for ever: the second click ends it, and the window waits for nothing.
    std::atomic<bool> begun{false}, ended{false};
    row->setCheck([&, passed](const std::atomic<bool>& cancelled) {
      begun = true;
      while (!cancelled) std::this_thread::yield();
      ended = true;
      return passed;
    });
    QTest::mouseClick(row->button(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(begun, kPatience);
    QVERIFY(row->running() && !ended && row->button()->text() == "Cancel");
    QTest::mouseClick(row->button(), Qt::LeftButton);
    QVERIFY(!row->running() && row->button()->text() == "Check that it can learn");
    QTRY_VERIFY_WITH_TIMEOUT(ended, kPatience);
    QTest::qWait(20);
    QCOMPARE(row->sentence(), QString());  // its answer comes too late
    // Where a run is on display it stands in the card on learning.
    LearningFinding finding;
    finding.title = "The loss is on a plateau";
    finding.sentence = "Only 1 epoch so far.";
    DiagnosisSubject subject = subjectOf(starved());
    subject.learning = [finding] { return LearningAdvice{finding.sentence, {finding}}; };
    s.show(std::move(subject));
    QVERIFY(row->isVisible() && s.view.learning()->isAncestorOf(row));
    row->setCheck(nullptr, "a run trains");
    QVERIFY(!row->button()->isEnabled() && row->button()->toolTip() == "a run trains");
  }

  // What the step would take at best, in words.
  void whatIfInWords() {
    Shown s;
    const auto& whatIf = s.view.model()->advice().whatIf;
    QVERIFY(!whatIf.empty() && s.view.whatIf()->isVisible());
    for (const Counterfactual& one : whatIf) QVERIFY(s.view.whatIf()->sentences().contains(text(one.sentence)));
  }

  void theLastSubjectIsAnswered() {
    Shown s;
    AdviceFacts healthy = starved();
    healthy.trace = traceFacts(nullptr);
    s.view.model()->show(subjectOf(starved()));
    s.show(subjectOf(healthy));
    QTRY_VERIFY_WITH_TIMEOUT(!s.view.model()->busy(), kPatience);
    QVERIFY(s.view.cards().empty());
    QVERIFY(s.view.verdict()->sentence().contains("No step is recorded"));
    // What cannot be gathered is said.
    DiagnosisSubject gone;
    gone.gather = []() -> AdviceFacts { return keptFacts("/nowhere/runs.db", 3); };
    s.show(gone);
    QVERIFY(s.view.isEmpty() && s.view.model()->problem().contains("run 3"));
    s.view.model()->clear();
    QVERIFY(s.view.isEmpty() && s.view.model()->problem().isEmpty());
  }

  void theBadgeCounts() {
    DiagnosisView view;
    QSignalSpy found(&view, &DiagnosisView::foundChanged);
    QSignalSpy changed(view.model(), &DiagnosisModel::changed);
    view.model()->show(subjectOf(starved()));
    QVERIFY(changed.wait(kPatience));
    QCOMPARE(found.last()[0].toInt(), 2);
    TabBadge badge(12);
    QCOMPARE(badge.number(), 12);
    QVERIFY(badge.width() >= 18 && badge.width() > TabBadge(1).width() - 1);
  }

  void bothThemesAreDrawn() {
    Shown s;
    for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
      applyTheme(*qApp, theme);
      const QImage picture = s.view.grab().toImage();
      QVERIFY(!picture.isNull());
      // The bar has the colour of data at its left end.
      const QPoint at = s.view.verdict()->bar()->mapTo(&s.view, QPoint(6, 3));
      QCOMPARE(QColor(picture.pixel(at * picture.devicePixelRatio())).name(), categoryColor(Category::Data).name());
    }
  }

  // Names as long as kernels have them, in every card: figures stand within what is seen, and no text of the panel is long.
  void nothingIsWiderThanTheView() {
    AdviceFacts facts = starved();
    for (int i = 0; i < 4; ++i) {
      Gain gain;
      gain.name = "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>, at::detail::Array>" + std::to_string(i);
      gain.gainNs = 10e6 - i * 1e6;
      gain.stepNs = 90e6 + i * 1e6;
      facts.trace.gains.push_back(gain);
    }
    facts.trace.replayedStepMs = 100;
    Shown s(facts);
    QVERIFY(s.view.whatIf()->isVisible() && s.view.whatIf()->rows() >= 4);
    auto* scroll = s.view.findChild<QScrollArea*>();
    for (const int width : {1000, 900}) {
      s.view.resize(width, 700);
      QTest::qWait(1);
      QVERIFY2(scroll->widget()->width() <= scroll->viewport()->width(),
               qPrintable(QString("%1 > %2").arg(scroll->widget()->width()).arg(scroll->viewport()->width())));
    }
    for (const QLabel* label : s.view.findChildren<QLabel*>())
      if (label->textFormat() == Qt::PlainText || !Qt::mightBeRichText(label->text()))
        QVERIFY2(label->text().size() <= kPanelCharacters, qPrintable(label->text()));
  }

  void longTextsAreShortened_data() {
    QTest::addColumn<QString>("whole");
    QTest::addColumn<QString>("shown");
    QTest::newRow("fits") << "One. Two."
                          << "One. Two.";
    QTest::newRow("whole sentences") << "A first of 1.5 ms. A second one that has no room."
                                     << "A first of 1.5 ms.";
    QTest::newRow("clauses") << "The wait takes long, since nothing is read ahead of it." << QString::fromUtf8("The wait takes long…");
    QTest::newRow("words") << "Words without an end and without a comma at all" << QString::fromUtf8("Words without an end and…");
    QTest::newRow("one word") << QString(50, 'x') << QString(28, 'x') + QChar(0x2026);
  }
  void longTextsAreShortened() {
    QFETCH(QString, whole);
    QFETCH(QString, shown);
    QCOMPARE(shortened(whole, 29), shown);
    QVERIFY(shortened(whole, 29).size() <= 29);
  }

  void aWaitBelowOneInAHundredIsNone() {
    TraceFacts facts = starved().trace;
    for (CategoryTime& time : facts.breakdown.categories)
      if (time.category == Category::Data) time.share = 0.000021;
    QCOMPARE(breakdownParts(facts).front().amount, QStringLiteral("none"));
    QVERIFY(!breakdownParts(facts).front().percent.contains("0.00"));
  }

  // The path of a step: its parts in the order of time, without a gap, in the colours of their categories; a click asks for what is there.
  void theCriticalPathIsAPicture() {
    Shown s;
    QVERIFY(s.view.path()->isVisible());
    PathLane* lane = s.view.path()->lane();
    const StepPath& path = lane->path();
    QCOMPARE(path.step.end - path.step.begin, 100 * kMs);
    QVERIFY(path.segments.size() >= 4);
    std::int64_t at = path.step.begin;
    for (const PathSegment& segment : path.segments) {
      QCOMPARE(segment.range.begin, at);
      at = segment.range.end;
    }
    QCOMPARE(at, path.step.end);
    QCOMPARE(path.segments.front().color, categoryColor(Category::Data));
    QSignalSpy evidence(&s.view, &DiagnosisView::evidenceRequested);
    const PathSegment forward = path.segments[1];
    QCOMPARE(forward.range.end - forward.range.begin, 20 * kMs);
    QCOMPARE(forward.color, categoryColor(Category::Forward));
    const int middle = static_cast<int>((lane->xOf(forward.range.begin) + lane->xOf(forward.range.end)) / 2);
    QTest::mouseClick(lane, Qt::LeftButton, {}, QPoint(middle, 10));
    QCOMPARE(evidence.count(), 1);
    const auto asked = evidence[0][0].value<Finding>().evidence;
    QCOMPARE(asked.spans.size(), std::size_t{1});
    QCOMPARE(asked.ranges.front().begin, forward.range.begin);
    lane->setFocus();
    QTest::keyClick(lane, Qt::Key_Right);
    QCOMPARE(lane->chosen(), 2);
    QCOMPARE(evidence.count(), 2);
  }

  void everyAnalysisHasItsDefinition() {
    Shown s;
    const auto buttons = s.view.findChildren<QToolButton*>("definition");
    QVERIFY(buttons.size() >= 4);  // breakdown, path, findings, what if
    for (const QToolButton* button : buttons) QVERIFY(button->accessibleDescription().size() > 40 && !button->toolTip().isEmpty());
  }

  void useOfMatrixUnitsIsTold() {
    AdviceFacts facts = starved();
    QVERIFY(!matrixUnitUse(facts));  // no GPU, and nothing is known of AMX
    facts.machine->isa = "AVX-512 + AMX";
    QCOMPARE(matrixUnitUse(facts)->share, 0.0);
    Trace trace = *facts.trace.trace;
    trace.nodes[0].library = "oneDNN brg:avx512_core_amx";
    facts.trace.trace = std::make_shared<const Trace>(trace);
    const auto nodeNs = facts.trace.nodeNs;
    QVERIFY(std::abs(matrixUnitUse(facts)->share - static_cast<double>(nodeNs[0]) / static_cast<double>(nodeNs[0] + nodeNs[1] + nodeNs[2])) < 1e-9);
    facts.trace.gpu = true;
    facts.trace.kernels.resize(2);
    facts.trace.kernels[0].share = 0.25;
    facts.trace.kernels[0].tensorCores = true;
    QCOMPARE(QString::fromStdString(matrixUnitUse(facts)->unit), QString("tensor cores"));
    QCOMPARE(matrixUnitUse(facts)->share, 0.25);
  }

  void onlyRunsAreRecordedAgain() {
    Shown s;
    QVERIFY(!s.view.verdict()->recordButton()->isVisible());  // a file
    DiagnosisSubject run = subjectOf(starved());
    run.run = 7;
    s.show(run);
    QVERIFY(s.view.verdict()->recordButton()->isVisible());
  }

  void foreignTraces() {
    if (!QFile::exists(traceFile("resnet50_num_workers_0.pt.trace.json.gz"))) QSKIP("The test inputs are absent: set STEPSCOPE_DATA to their folder");
    Shown s(std::nullopt);
    DiagnosisSubject subject;
    subject.gather = [] {
      const std::string path = traceFile("resnet50_num_workers_0.pt.trace.json.gz").toStdString();
      return factsOfFile(std::make_shared<const Trace>(*importTrace(path)), path);
    };
    s.show(subject);
    QVERIFY(s.view.verdict()->sentence().contains("39.6 %"));
    QVERIFY(!s.view.verdict()->recordButton()->isVisible());
    auto* scroll = s.view.findChild<QScrollArea*>();
    QVERIFY(s.view.whatIf()->rows() > 0);
    QVERIFY(scroll->widget()->width() <= scroll->viewport()->width());
    QCOMPARE(s.view.cards()[0]->actionButton()->text(), QStringLiteral("Copy the setting"));
    QTest::mouseClick(s.view.cards()[0]->actionButton(), Qt::LeftButton);
    QVERIFY(QApplication::clipboard()->text().contains("num_workers=4"));
  }
};

QTEST_MAIN(DiagnosisViewTest)
#include "diagnosis_view_test.moc"
