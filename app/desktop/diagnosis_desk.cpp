#include "app/desktop/diagnosis_desk.h"

#include <QTabBar>
#include <QTabWidget>
#include <algorithm>

#include "app/desktop/trace_desk.h"
#include "core/backend/devices/devices.h"
#include "core/base/error.h"
#include "profiler/advisor/kept_facts.h"
#include "profiler/advisor/wording.h"
#include "profiler/analysis/self_time.h"
#include "views/common/selection.h"
#include "views/common/text.h"
#include "views/diagnosis/diagnosis_model.h"
#include "views/diagnosis/diagnosis_view.h"
#include "views/diagnosis/tab_badge.h"
#include "views/session/session.h"
#include "views/timeline/timeline_view.h"
#include "views/words/engine_text.h"

namespace stepscope {
namespace {

constexpr int kLiveEveryMs = 2000;

// With room around, so that one sees what comes before and after.
TimeRange around(TimeRange range, const Trace& trace) {
  const std::int64_t room = std::max<std::int64_t>((range.end - range.begin) / 2, 1000);
  return {std::max(trace.begin, range.begin - room), std::min(trace.end, range.end + room)};
}

}  // namespace

DiagnosisDesk::DiagnosisDesk(Session* session, Selection* selection, TraceDesk* traces, const Views& views, QObject* parent)
    : QObject(parent), session_(session), selection_(selection), traces_(traces), views_(views) {
  DiagnosisView* view = views_.diagnosis;
  connect(session_, &Session::captured, this, &DiagnosisDesk::showCapture);
  connect(session_, &Session::followed, this, &DiagnosisDesk::followLive);
  // The whole run tells more than it did when the steps were captured: validations, checkpoints, outliers.
  connect(session_, &Session::ended, this, [this] {
    if (traces_->openedPath().isEmpty() && session_->trace()) showCapture();
  });
  connect(session_, &Session::trialChanged, this, [this] {
    trialWaits_ = false;
    showTrial();
  });
  connect(session_, &Session::stateChanged, this, [this] {
    updateState();
    showTrial();
  });
  connect(session_, &Session::trainingChanged, this, [this](bool training) {
    if (training) {
      publishSentence({}, {});
    }
    updateState();
    showTrial();
  });
  connect(session_, &Session::projectChanged, this, &DiagnosisDesk::updateState);
  connect(traces_, &TraceDesk::opened, this, &DiagnosisDesk::showFile);
  connect(traces_, &TraceDesk::left, this, [this] {
    publishSentence(sentence_, sentenceOf_);
    showCapture();
  });
  connect(view->model(), &DiagnosisModel::changed, this, &DiagnosisDesk::tellSentence);
  connect(view, &DiagnosisView::foundChanged, this, &DiagnosisDesk::showBadge);
  connect(view, &DiagnosisView::primaryRequested, this, [this] {
    if (session_->training())
      session_->capture();
    else if (session_->project())
      Q_EMIT trainRequested();
    else
      Q_EMIT openRequested();
  });
  connect(view, &DiagnosisView::recordRequested, this, [this] {
    if (session_->training())
      session_->capture();
    else if (session_->project())
      Q_EMIT trainRequested();
  });
  connect(view, &DiagnosisView::evidenceRequested, this, [this](const Finding& finding) { select(finding, false); });
  connect(view, &DiagnosisView::timelineRequested, this, [this](const Finding& finding) {
    select(finding, true);
    Q_EMIT timelineRequested();
  });
  connect(view, &DiagnosisView::categoryRequested, this, &DiagnosisDesk::selectCategory);
  connect(view, &DiagnosisView::tryRequested, this, [this](const QString& key, qint64 value) { turn(key, value, true); });
  connect(view, &DiagnosisView::useRequested, this, [this](const QString& key, qint64 value) { turn(key, value, false); });
  connect(view, &DiagnosisView::trialEnded, session_, &Session::endTrial);
  connect(view, &DiagnosisView::trialCancelled, session_, &Session::cancelTrial);
  updateState();
}

void DiagnosisDesk::showCapture() {
  if (!traces_->openedPath().isEmpty() && !session_->trace()) return;
  const std::shared_ptr<const Trace> trace = session_->trace();
  const RunId run = session_->captureRun();
  DiagnosisModel* model = views_.diagnosis->model();
  if (!trace || !session_->project() || run <= 0) return model->clear();
  DiagnosisSubject subject;
  // Kept when the capture was made, not when a stored one is looked at.
  if (session_->captureFacts()) subject.storePath = QString::fromStdString(session_->project()->storePath());
  subject.run = run;
  subject.gather = [store = session_->project()->storePath(), run, trace, capture = session_->captureFacts(), device = session_->device(),
                    plan = session_->training() ? session_->plan() : nullptr] {
    AdviceFacts facts = runFacts(store, run, trace, capture.get());
    // What the run keeps of itself may not be written yet.
    if (capture && !facts.machine) facts.machine = machineFacts(backendToAsk(device), capture->threads);
    if (plan && !facts.plan) facts.plan = PlanFacts{plan->batchSize, plan->predictedPeakBytes, plan->plan.sumBytes};
    return facts;
  };
  model->show(std::move(subject));
}

void DiagnosisDesk::showFile(const QString& path) {
  DiagnosisSubject subject;
  subject.gather = [trace = views_.timeline->trace(), file = path.toStdString()] { return factsOfFile(trace, file); };
  views_.diagnosis->model()->show(std::move(subject));
  views_.tabs->setCurrentWidget(views_.diagnosis);
  publishSentence(sentence_, sentenceOf_);
}

// The last steps of a run in training, now and then; the cards stay those of the capture.
void DiagnosisDesk::followLive(const std::shared_ptr<const Trace>& trace) {
  if (!trace || !session_->project() || session_->run() <= 0 || (sinceLive_.isValid() && sinceLive_.elapsed() < kLiveEveryMs) ||
      liveJob_.busy())
    return;
  sinceLive_.start();
  CaptureFacts facts;
  facts.switches = session_->project()->switches;
  facts.samples = session_->facts() ? session_->facts()->trainSamples : 0;
  facts.images = !session_->facts() || session_->facts()->input.sample.size() == 3;
  facts.stepsPerEpoch = session_->progress().stepsPerEpoch();
  liveJob_.start([this, trace, facts, store = session_->project()->storePath(),
                  run = session_->run()](const std::atomic<bool>&) -> std::function<void()> {
    try {
      const Verdict verdict = advise(runFacts(store, run, trace, &facts)).verdict;
      return [this, verdict] {
        if (!session_->training()) return;
        publishSentence(engineText(verdict.sentence), engineText(verdict.times));
      };
    } catch (const Error&) {
      return [] {};  // the run's row may not be written yet
    }
  });
}

void DiagnosisDesk::tellSentence() {
  const Verdict& verdict = views_.diagnosis->model()->advice().verdict;
  // Also of a run that ended before its steps were judged.
  if (views_.diagnosis->model()->isEmpty() || session_->run() <= 0 || views_.diagnosis->model()->run() != session_->run()) return;
  publishSentence(engineText(verdict.sentence), engineText(verdict.source) + QStringLiteral(" · ") + engineText(verdict.times));
}

void DiagnosisDesk::publishSentence(const QString& sentence, const QString& of) {
  sentence_ = sentence;
  sentenceOf_ = of;
  const bool ownIsShown = traces_->openedPath().isEmpty();
  Q_EMIT sentenceChanged(ownIsShown ? sentence_ : QString(), ownIsShown ? sentenceOf_ : QString());
}

void DiagnosisDesk::showTrial() {
  const auto& trial = session_->trial();
  const bool alive = session_->takes(TrainerCommand::Try);
  if (trialWaits_ && alive) return;
  if (!trial || (!trial->result && !alive)) return views_.diagnosis->setTrial(std::nullopt, {}, {});
  TrialState state{engineText(trial->what), trial->share, trial->result, {}};
  if (!alive)
    state.gone = tr("the run ended without an answer");
  else if (!session_->trialAnswerable())
    state.gone = tr("other switches were turned since");
  if (trial->result)
    views_.diagnosis->setTrial(state, text(trial->result->key), text(trial->result->to));
  else
    views_.diagnosis->setTrial(state, trialKey_, {});
}

void DiagnosisDesk::updateState() {
  const bool open = session_->project().has_value(), training = session_->training();
  const bool ends = training && !session_->takes(TrainerCommand::Try);  // in a moment; nothing is obeyed any more
  views_.diagnosis->setCanTry(training && !ends, open && !ends);
  views_.diagnosis->setEmptyTexts(
      open ? tr("No diagnosis yet") : tr("Nothing to diagnose yet"),
      training
          ? tr("What holds the step back is told here once steps are captured: a run captures some by itself, more with C.")
      : open
          ? tr("What holds the step back, and what would help, is told here once steps of a run are captured.")
          : tr("Open a project, or a trace of PyTorch, JAX or Nsight Systems, to read what holds its step back."),
      training ? tr("Capture 5 steps")
      : open   ? tr("Train")
               : tr("Open Trace..."));
}

void DiagnosisDesk::select(const Finding& finding, bool zoom) {
  const auto facts = views_.diagnosis->model()->facts();
  if (!facts) return;
  const Trace& trace = *facts->trace.trace;
  if (views_.timeline->trace() != facts->trace.shown()) return;  // another trace is shown: its times say nothing
  const Evidence& evidence = finding.evidence;
  std::optional<TimeRange> range;
  if (!evidence.spans.empty()) {
    const SpanRef span = evidence.spans.front();
    const TraceLane& lane = trace.lanes[static_cast<std::size_t>(span.lane)];
    range = TimeRange{lane.start[span.index], lane.start[span.index] + lane.duration[span.index]};
    if (lane.step[span.index] >= 0) selection_->setStep(lane.step[span.index]);
  } else if (!evidence.ranges.empty()) {
    range = evidence.ranges.front();
  }
  if (!evidence.nodes.empty()) {
    selection_->setNode(evidence.nodes.front());
    // Its longest run within the steps.
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
  selection_->ranges()->setSelected(*range);
  if (zoom) selection_->ranges()->setSeen(around(*range, trace));
}

// The longest span of a part of the bar, where it is seen on the timeline.
void DiagnosisDesk::selectCategory(Category category) {
  const auto facts = views_.diagnosis->model()->facts();
  if (!facts || views_.timeline->trace() != facts->trace.shown()) return;
  const std::int32_t trainer = trainerTrack(*facts->trace.trace);
  const advice::SpanTime time = advice::timeOfSpans(facts->trace, [&](const TraceLane& lane, std::size_t i) {
    return static_cast<Category>(lane.category[i]) == category && lane.track == trainer;
  });
  Finding part;
  part.evidence.spans = time.longest;
  select(part, false);
}

void DiagnosisDesk::turn(const QString& key, qint64 value, bool tryIt) {
  if (!session_->project()) return;
  Switches switches = session_->project()->switches;
  for (const SwitchDef& def : switchDefs())
    if (text(def.key) == key) def.set(switches, value);
  if (tryIt && session_->takes(TrainerCommand::Try)) {
    trialKey_ = key;
    trialWaits_ = true;
    session_->tryOut(switches);
    views_.diagnosis->setTrial(TrialState{tr("waiting for the end of the step"), 0, nullptr, {}}, key, {});
    return;
  }
  session_->setSwitches(switches);
  Message message;
  message.level = Message::Level::Info;
  message.what = tr("The next run uses it");
  message.where = key;
  views_.diagnosis->messageBar()->showMessage(message);
}

void DiagnosisDesk::showBadge(int found) {
  const int tab = views_.tabs->indexOf(views_.diagnosis);
  if (tab < 0) return;
  // The bar gives a tab its width when it gets the badge.
  QWidget* before = views_.tabs->tabBar()->tabButton(tab, QTabBar::RightSide);
  auto* badge = found > 0 ? new TabBadge(found) : nullptr;
  views_.tabs->tabBar()->setTabButton(tab, QTabBar::RightSide, badge);
  if (before) before->deleteLater();
}

}  // namespace stepscope
