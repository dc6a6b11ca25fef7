#include "views/diagnosis/diagnosis_desk.h"

#include <algorithm>

#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "core/project/configuration_patch.h"
#include "core/project/project.h"
#include "profiler/advisor/kept_facts.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/self_time.h"
#include "views/common/selection.h"
#include "views/common/text.h"
#include "views/diagnosis/diagnosis_model.h"
#include "views/diagnosis/diagnosis_view.h"
#include "views/diagnosis/learn_check_row.h"
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/session/shown_trace.h"
#include "views/session/undo_stacks.h"
#include "views/session/window_requests.h"
#include "views/words/engine_text.h"

namespace stepscope {
namespace {

constexpr int kLiveEveryMs = 2000;

// The range with a margin, so that the spans before and after it are visible.
TimeRange around(TimeRange range, const Trace& trace) {
  const std::int64_t room = std::max<std::int64_t>((range.end - range.begin) / 2, 1000);
  return {std::max(trace.begin, range.begin - room), std::min(trace.end, range.end + room)};
}

}  // namespace

DiagnosisDesk::DiagnosisDesk(const ViewContext& context, DiagnosisView* view) : QObject(view), c_(context), view_(view) {
  connect(&c_.session, &Session::captured, this, &DiagnosisDesk::showCapture);
  connect(&c_.session, &Session::followed, this, &DiagnosisDesk::followLive);
  // The whole run contains more than the captured steps did: validations, checkpoints, outliers.
  connect(&c_.session, &Session::ended, this, [this] {
    if (c_.trace.file().isEmpty() && c_.session.trace()) showCapture();
  });
  connect(&c_.session, &Session::trialChanged, this, [this] {
    trialWaits_ = false;
    showTrial();
  });
  connect(&c_.session, &Session::stateChanged, this, [this] {
    updateState();
    showTrial();
  });
  connect(&c_.session, &Session::trainingChanged, this, [this](bool training) {
    if (training) {
      publishSentence({}, {});
    }
    updateState();
    showTrial();
  });
  connect(&c_.session, &Session::projectChanged, this, [this] {
    updateState();
    const QString now = c_.session.project() ? text(c_.session.project()->storePath()) : QString();
    if (now != checkedProject_) view_->learnCheck()->forget();
    checkedProject_ = now;
  });
  connect(&c_.trace, &ShownTrace::opened, this, &DiagnosisDesk::showFile);
  connect(&c_.trace, &ShownTrace::left, this, [this] {
    publishSentence(sentence_, sentenceOf_);
    showCapture();
  });
  connect(view->model(), &DiagnosisModel::changed, this, &DiagnosisDesk::tellSentence);
  connect(view, &DiagnosisView::foundChanged, this, [this](int found) { Q_EMIT c_.window.badgeRequested(QStringLiteral("diagnosis"), found); });
  connect(view, &DiagnosisView::primaryRequested, &c_.window, &WindowRequests::recordRequested);
  connect(view, &DiagnosisView::recordRequested, this, [this] {
    if (c_.session.project()) Q_EMIT c_.window.recordRequested();
  });
  connect(view, &DiagnosisView::evidenceRequested, this, [this](const Finding& finding) { select(finding, false); });
  connect(view, &DiagnosisView::timelineRequested, this, [this](const Finding& finding) {
    select(finding, true);
    Q_EMIT c_.window.viewRequested(QStringLiteral("timeline"));
  });
  connect(view, &DiagnosisView::categoryRequested, this, &DiagnosisDesk::selectCategory);
  connect(view, &DiagnosisView::tryRequested, this, [this](const QString& key, qint64 value) { turn(key, value, true); });
  connect(view, &DiagnosisView::useRequested, this, [this](const QString& key, qint64 value) { turn(key, value, false); });
  connect(view, &DiagnosisView::learningTrialRequested, this, &DiagnosisDesk::tryLearning);
  connect(view, &DiagnosisView::trialEnded, &c_.session, &Session::endTrial);
  connect(view, &DiagnosisView::trialCancelled, &c_.session, &Session::cancelTrial);
  updateState();
}

void DiagnosisDesk::showCapture() {
  if (!c_.trace.file().isEmpty() && !c_.session.trace()) return;
  const std::shared_ptr<const Trace> trace = c_.session.trace();
  const RunId run = c_.session.captureRun();
  DiagnosisModel* model = view_->model();
  if (!trace || !c_.session.project() || run <= 0) return model->clear();
  DiagnosisSubject subject;
  subject.run = run;
  subject.gather = [store = c_.session.project()->storePath(), run, trace, capture = c_.session.captureFacts(), device = c_.session.device(),
                    plan = c_.session.training() ? c_.session.plan() : nullptr] {
    AdviceFacts facts = runFacts(store, run, trace, capture.get());
    // The run's own record may not be written yet.
    if (capture && !facts.machine) facts.machine = machineFacts(backendToAsk(device), capture->threads);
    if (plan && !facts.plan) facts.plan = PlanFacts{plan->batchSize, plan->predictedPeakBytes, plan->plan.sumBytes};
    return facts;
  };
  subject.learning = [store = c_.session.project()->storePath(), run] { return adviseLearning(learningFacts(RunReader(store), run)); };
  model->show(std::move(subject));
}

void DiagnosisDesk::showFile(const QString& path) {
  DiagnosisSubject subject;
  subject.gather = [trace = c_.trace.trace(), file = path.toStdString()] { return factsOfFile(trace, file); };
  view_->model()->show(std::move(subject));
  Q_EMIT c_.window.viewRequested(QStringLiteral("diagnosis"));
  publishSentence(sentence_, sentenceOf_);
}

// Diagnoses the latest steps of a run in training, at most once in kLiveEveryMs; the cards still show the capture.
void DiagnosisDesk::followLive(const std::shared_ptr<const Trace>& trace) {
  if (!trace || !c_.session.project() || c_.session.run() <= 0 || (sinceLive_.isValid() && sinceLive_.elapsed() < kLiveEveryMs) || liveJob_.busy())
    return;
  sinceLive_.start();
  CaptureFacts facts;
  facts.switches = c_.session.project()->switches;
  facts.samples = c_.session.facts() ? c_.session.facts()->trainSamples : 0;
  facts.images = !c_.session.facts() || c_.session.facts()->input.sample.size() == 3;
  facts.stepsPerEpoch = c_.session.progress().stepsPerEpoch();
  liveJob_.start(
      [this, trace, facts, store = c_.session.project()->storePath(), run = c_.session.run()](const std::atomic<bool>&) -> std::function<void()> {
        try {
          const Verdict verdict = advise(runFacts(store, run, trace, &facts)).verdict;
          return [this, verdict] {
            if (!c_.session.training()) return;
            publishSentence(engineText(verdict.sentence), engineText(verdict.times));
          };
        } catch (const Error&) {
          return [] {};  // the run's row may not be written yet
        }
      });
}

void DiagnosisDesk::tellSentence() {
  const Verdict& verdict = view_->model()->advice().verdict;
  // The sentence is shown even if the run ended before its steps were judged.
  if (view_->model()->isEmpty() || c_.session.run() <= 0 || view_->model()->run() != c_.session.run()) return;
  QString sentence = engineText(verdict.sentence);
  // After the run, the first finding on how it learned comes before the sentence.
  const LearningAdvice& learning = view_->model()->learning();
  if (!c_.session.training() && learning.found() > 0)
    sentence = engineText(learning.findings.front().title) + fullStop() + blankAfterStop() + sentence;
  publishSentence(sentence, engineText(verdict.source) + QStringLiteral(" · ") + engineText(verdict.times));
}

void DiagnosisDesk::publishSentence(const QString& sentence, const QString& of) {
  sentence_ = sentence;
  sentenceOf_ = of;
  const bool ownIsShown = c_.trace.file().isEmpty();
  c_.run.setVerdict(ownIsShown ? sentence_ : QString(), ownIsShown ? sentenceOf_ : QString());
}

void DiagnosisDesk::showTrial() {
  const auto& trial = c_.session.trial();
  const bool alive = c_.session.takes(TrainerCommand::Try);
  if (trialWaits_ && alive) return;
  if (!trial || (!trial->result && !alive)) return view_->setTrial(std::nullopt, {}, {});
  TrialState state{engineText(trial->what), trial->share, trial->result, {}};
  if (!alive) state.gone = tr("the run ended without an answer");
  else if (!c_.session.trialAnswerable()) state.gone = tr("other switches were turned since");
  if (trial->result) view_->setTrial(state, text(trial->result->key), text(trial->result->to));
  else view_->setTrial(state, trialKey_, {});
}

void DiagnosisDesk::updateState() {
  const bool open = c_.session.project().has_value(), training = c_.session.training();
  const bool ends = training && !c_.session.takes(TrainerCommand::Try);  // the run ends in a moment and accepts no more commands
  view_->setCanTry(training && !ends, open && !ends);
  LearnCheckRow* check = view_->learnCheck();
  check->setVisible(open);
  if (!open || training) check->setCheck(nullptr, tr("The run that trains shows whether it learns"));
  else
    check->setCheck([project = *c_.session.project(), device = c_.session.device()](const std::atomic<bool>& cancelled) {
      LearnCheckOptions options;
      options.cancel = &cancelled;
      return checkLearning(project, device, options);
    });
  view_->setEmptyTexts(open ? tr("No diagnosis yet") : tr("Nothing to diagnose yet"),
                       training ? tr("The cause of a slow step is shown here once steps are captured: a run captures some by itself, more with C.")
                       : open   ? tr("The cause of a slow step, and what would help, is shown here once steps of a run are captured.")
                                : tr("Open a project, or a trace of PyTorch, JAX or Nsight Systems, to read what holds its step back."),
                       training ? tr("Capture 5 steps")
                       : open   ? tr("Train")
                                : tr("Open Trace..."));
}

void DiagnosisDesk::select(const Finding& finding, bool zoom) {
  const auto facts = view_->model()->facts();
  if (!facts) return;
  const Trace& trace = *facts->trace.trace;
  if (c_.trace.trace() != facts->trace.shown()) return;  // another trace is displayed: its times do not belong to these findings
  const Evidence& evidence = finding.evidence;
  std::optional<TimeRange> range;
  if (!evidence.spans.empty()) {
    const SpanRef span = evidence.spans.front();
    const TraceLane& lane = trace.laneOf(span);
    range = TimeRange{lane.start[span.index], lane.start[span.index] + lane.duration[span.index]};
    if (lane.step[span.index] >= 0) c_.selection.setStep(lane.step[span.index]);
  } else if (!evidence.ranges.empty()) {
    range = evidence.ranges.front();
  }
  if (!evidence.nodes.empty()) {
    c_.selection.setNode(evidence.nodes.front());
    // The longest span of the node in the trace.
    if (!range) {
      std::int64_t most = -1;
      for (const TraceLane& lane : trace.lanes)
        for (std::size_t i = 0; i < lane.size(); ++i)
          if (lane.node[i] == evidence.nodes.front() && lane.duration[i] > most) {
            most = lane.duration[i];
            range = TimeRange{lane.start[i], lane.start[i] + lane.duration[i]};
          }
    }
  }
  if (!range) return;
  c_.selection.ranges()->setSelected(*range);
  if (zoom) c_.selection.ranges()->setSeen(around(*range, trace));
}

// Selects the longest span of a part of the bar, so that the timeline shows it.
void DiagnosisDesk::selectCategory(Category category) {
  const auto facts = view_->model()->facts();
  if (!facts || c_.trace.trace() != facts->trace.shown()) return;
  const std::int32_t trainer = trainerTrack(*facts->trace.trace);
  const advice::SpanTime time = advice::timeOfSpans(facts->trace, [&](const TraceLane& lane, std::size_t i) {
    return static_cast<Category>(lane.category[i]) == category && lane.track == trainer;
  });
  Finding part;
  part.evidence.spans = time.longest;
  select(part, false);
}

void DiagnosisDesk::turn(const QString& key, qint64 value, bool tryIt) {
  if (!c_.session.project()) return;
  Switches switches = c_.session.project()->switches;
  for (const SwitchDef& def : switchDefs())
    if (text(def.key) == key) def.set(switches, value);
  if (tryIt && c_.session.takes(TrainerCommand::Try)) {
    trialKey_ = key;
    trialWaits_ = true;
    c_.session.tryOut(switches);
    view_->setTrial(TrialState{tr("waiting for the end of the step"), 0, nullptr, {}}, key, {});
    return;
  }
  c_.session.setSwitches(switches);
  Message message;
  message.level = Message::Level::Info;
  message.what = tr("The next run uses it");
  message.where = key;
  view_->messageBar()->showMessage(message);
}

// Starts a short run with the settings of the cure, from a checkpoint of this run if the trial names one. It appears in the list of runs.
void DiagnosisDesk::tryLearning(const LearningTrial& trial) {
  if (!c_.session.project() || c_.session.training()) return;
  try {
    const std::string& file = c_.session.project()->file;
    const Project changed = loadProject(file, trial.changes);
    if (trial.checkpoint.empty()) c_.session.trainOnce(changed);
    else c_.session.forkRun({trial.run, trial.checkpoint}, configurationPatch(loadProject(file), changed, trial.changes));
  } catch (const Error& error) {
    view_->messageBar()->showMessage(messageOf(error));
  }
}

QWidget* makeDiagnosisView(const ViewContext& c) {
  auto* view = new DiagnosisView;
  c.undo.add(c.selection.ranges()->history(), view);
  new DiagnosisDesk(c, view);
  return view;
}

}  // namespace stepscope
