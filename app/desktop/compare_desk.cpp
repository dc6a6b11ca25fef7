#include "app/desktop/compare_desk.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QUrl>

#include "core/base/error.h"
#include "core/report/report.h"
#include "views/common/text.h"
#include "views/compare/compare_view.h"
#include "views/curves/curves_model.h"
#include "views/curves/curves_view.h"
#include "views/report/pdf.h"
#include "views/runs/runs_model.h"
#include "views/runs/runs_store.h"
#include "views/words/engine_text.h"

namespace stepscope {

CompareDesk::CompareDesk(RunsStore* store, const Views& views, QObject* parent) : QObject(parent), store_(store), views_(views) {
  connect(store_, &RunsStore::curvesLoaded, this, [this](const std::vector<std::shared_ptr<RunCurves>>& runs) {
    for (const auto& run : runs) run->store = store_->path().toStdString();  // from where a zoomed part is read in detail
    views_.model->show(runs);
  });
  connect(store_, &RunsStore::curvesReloaded, this, [this](const std::vector<std::shared_ptr<RunCurves>>& runs) {
    for (const auto& run : runs) run->store = store_->path().toStdString();
    views_.model->showAgain(runs);
  });
  // Behind those who fill the model of runs.
  connect(store_, &RunsStore::runsChanged, this, [this] { runsChanged(); }, Qt::QueuedConnection);
  connect(views_.curves, &CurvesView::runShown, this, [this](qint64 run) {
    shown_ = run;
    offerPrevious();
  });
  connect(views_.curves, &CurvesView::compareRequested, this, &CompareDesk::compare);
  views_.compare->setRunLister([this] {
    CompareView::RunNames names;
    for (const RunInfo& run : views_.runs->runs()) names.emplace_back(run.id, text(run.name));
    return names;
  });
  connect(views_.compare, &CompareView::latestRequested, this, &CompareDesk::compareLatest);
  connect(views_.compare, &CompareView::curvesRequested, this, &CompareDesk::curvesRequested);
  connect(views_.compare, &CompareView::reportRequested, this, &CompareDesk::askForReport);
}

void CompareDesk::runsChanged() {
  CompareModel* model = views_.compare->model();
  if (model->store() != store_->path()) model->setStore(store_->path());
  // A run that still trains moves the comparison with it, and one that was deleted leaves it; a finished one stays as it was read.
  for (const RunId run : model->runs())
    if (const RunInfo* info = views_.runs->find(run); !info || info->status == RunStatus::Running) {
      if (views_.compare->isVisible()) model->refresh();
      break;
    }
  offerPrevious();
}

void CompareDesk::compare(const std::vector<RunId>& runs) {
  CompareModel* model = views_.compare->model();
  if (model->store() != store_->path()) model->setStore(store_->path());
  model->compare(runs);
  Q_EMIT showRequested(views_.compare);
}

void CompareDesk::compareLatest() {
  std::vector<RunId> runs;
  for (const RunInfo& run : views_.runs->runs())
    if (run.step > 0 && runs.size() < 2) runs.insert(runs.begin(), run.id);
  if (runs.size() == 2) return compare(runs);
  Message message;
  message.level = Message::Level::Info;
  message.what = tr("There are no two runs to compare yet");
  message.cure = tr("Train the project again, with another setting");
  say(message);
}

// The run before the one whose curves are shown.
void CompareDesk::offerPrevious() {
  const RunInfo* shown = views_.runs->find(shown_);
  const RunInfo* before = nullptr;
  for (const RunInfo& run : views_.runs->runs())
    if (run.id < shown_ && run.step > 0 && (!before || run.id > before->id)) before = &run;
  const bool ended = shown && shown->status != RunStatus::Running;
  views_.curves->setPrevious(ended && before ? before->id : 0, before ? text(before->name) : QString());
  Q_EMIT runShown(shown ? text(shown->name) : QString());
}

void CompareDesk::askForReport(const std::vector<RunId>& runs) {
  const QString folder = QFileInfo(store_->path()).dir().absolutePath() + QStringLiteral("/..");
  const QString path = QFileDialog::getSaveFileName(views_.compare, tr("Export Report"), QDir::cleanPath(folder) + QStringLiteral("/comparison.html"),
                                                    tr("One page for a browser (*.html);;PDF (*.pdf)"));
  if (!path.isEmpty()) writeReport(runs, path);
}

void CompareDesk::writeReport(const std::vector<RunId>& runs, const QString& file) {
  QString path = file;
  if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".html");
  writing_.start([this, runs, path, store = store_->path().toStdString()](const std::atomic<bool>&) -> std::function<void()> {
    Message failure;
    try {
      if (path.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive))
        writePdf(reportOf(store, runs), path);
      else
        stepscope::writeReport(store, runs, path.toStdString());
      return [this, path] {
        Message message;
        message.level = Message::Level::Info;
        message.what = tr("The report is written");
        message.where = path;
        message.button = tr("Open");
        message.action = [path] { QDesktopServices::openUrl(QUrl::fromLocalFile(path)); };
        say(message);
        Q_EMIT reportWritten(path);
      };
    } catch (const Error& error) {
      failure = messageOf(error);
    } catch (const std::exception& error) {
      failure.what = engineText(error);
    }
    return [this, failure] { say(failure); };
  });
}

void CompareDesk::say(const Message& message) {
  views_.compare->messageBar()->showMessage(message);
}

}  // namespace stepscope
