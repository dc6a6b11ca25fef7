#include "views/compare/compare_desk.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QUrl>

#include "core/base/error.h"
#include "core/report/report.h"
#include "core/words/words.h"
#include "views/common/text.h"
#include "views/compare/compare_view.h"
#include "views/report/pdf.h"
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/session/undo_stacks.h"
#include "views/session/window_requests.h"
#include "views/words/engine_text.h"
#include "views/words/language.h"

namespace stepscope {

CompareDesk::CompareDesk(const ViewContext& context, CompareView* view) : QObject(view), c_(context), view_(view) {
  // The connection is queued, so that runsChanged() runs after all other listeners.
  connect(
      &c_.run, &ShownRun::knownChanged, this, [this] { runsChanged(); }, Qt::QueuedConnection);
  connect(&c_.run, &ShownRun::comparisonRequested, this, &CompareDesk::compare);
  view_->setRunLister([this] {
    CompareView::RunNames names;
    for (const RunInfo& run : c_.run.known()) names.emplace_back(run.id, text(run.name));
    return names;
  });
  connect(view_, &CompareView::latestRequested, this, &CompareDesk::compareLatest);
  connect(view_, &CompareView::curvesRequested, this, [this](const std::vector<RunId>& runs) {
    c_.run.show(runs);
    Q_EMIT c_.run.curvesRequested();
  });
  connect(view_, &CompareView::reportRequested, this, &CompareDesk::askForReport);
}

void CompareDesk::runsChanged() {
  CompareModel* model = view_->model();
  if (model->store() != storePath()) model->setStore(storePath());
  // Reads the comparison again if one of its runs is in training or was deleted. Finished runs do not change.
  for (const RunId run : model->runs())
    if (const RunInfo* info = c_.run.find(run); !info || info->status == RunStatus::Running) {
      if (view_->isVisible()) model->refresh();
      break;
    }
}

void CompareDesk::compare(const std::vector<RunId>& runs) {
  CompareModel* model = view_->model();
  if (model->store() != storePath()) model->setStore(storePath());
  model->compare(runs);
  Q_EMIT c_.window.viewRequested(QStringLiteral("compare"));
}

void CompareDesk::compareLatest() {
  std::vector<RunId> runs;
  for (const RunInfo& run : c_.run.known())
    if (run.step > 0 && runs.size() < 2) runs.insert(runs.begin(), run.id);
  if (runs.size() == 2) return compare(runs);
  Message message;
  message.level = Message::Level::Info;
  message.what = tr("There are no two runs to compare yet");
  message.cure = tr("Train the project again, with another setting");
  say(message);
}

void CompareDesk::askForReport(const std::vector<RunId>& runs) {
  const QString folder = QFileInfo(storePath()).dir().absolutePath() + QStringLiteral("/..");
  const QString path = QFileDialog::getSaveFileName(view_, tr("Export Report"), QDir::cleanPath(folder) + QStringLiteral("/comparison.html"),
                                                    tr("One page for a browser (*.html);;PDF (*.pdf)"));
  if (!path.isEmpty()) writeReport(runs, path);
}

void CompareDesk::writeReport(const std::vector<RunId>& runs, const QString& file) {
  QString path = file;
  if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".html");
  writing_.start([this, runs, path, words = windowWords(), store = storePath().toStdString()](const std::atomic<bool>&) -> std::function<void()> {
    Message failure;
    try {
      if (path.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive)) writePdf(reportOf(store, runs, words), path);
      else stepscope::writeReport(store, runs, path.toStdString(), words);
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
  view_->messageBar()->showMessage(message);
}

QString CompareDesk::storePath() const {
  return c_.session.project() ? QString::fromStdString(c_.session.project()->storePath()) : QString();
}

QWidget* makeCompareView(const ViewContext& c) {
  auto* model = new CompareModel;
  auto* view = new CompareView(model, &c.selection);
  model->setParent(view);
  c.undo.add(view->zooms(), view);
  new CompareDesk(c, view);
  return view;
}

}  // namespace stepscope
