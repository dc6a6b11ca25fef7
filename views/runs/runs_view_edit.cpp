// Actions on the selected runs.
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QTableView>
#include <algorithm>

#include "views/common/message_bar.h"
#include "views/common/text.h"
#include "views/runs/grouped_rows.h"
#include "views/runs/inline_editor.h"
#include "views/runs/runs_model.h"
#include "views/runs/runs_proxy.h"
#include "views/runs/runs_store.h"
#include "views/runs/runs_view.h"

namespace stepscope {
namespace {

using Tags = std::vector<std::string>;

Tags tagsInCommon(const std::vector<RunInfo>& runs) {
  Tags common = runs[0].tags;
  for (const RunInfo& run : runs)
    std::erase_if(common, [&](const std::string& tag) { return std::find(run.tags.begin(), run.tags.end(), tag) == run.tags.end(); });
  return common;
}

// The new tags of each run: those in `typed` (separated by commas), which replace the common ones, and then its own other tags.
std::vector<Tags> withTags(const std::vector<RunInfo>& runs, const Tags& common, const QString& typed) {
  Tags wanted;
  for (const QString& part : typed.split(QLatin1Char(','), Qt::SkipEmptyParts))
    if (const QString tag = part.trimmed(); !tag.isEmpty()) wanted.push_back(tag.toStdString());
  std::vector<Tags> tags;
  for (const RunInfo& run : runs) {
    Tags list = wanted;
    for (const std::string& tag : run.tags)
      if (std::find(common.begin(), common.end(), tag) == common.end()) list.push_back(tag);
    tags.push_back(std::move(list));
  }
  return tags;
}

}  // namespace

std::vector<RunInfo> RunsView::selectedInfos() const {
  std::vector<RunInfo> infos;
  for (const RunId run : selectedRuns())
    if (const RunInfo* info = model_->find(run)) infos.push_back(*info);
  return infos;
}

void RunsView::renameSelected() {
  const QModelIndexList rows = view_->selectionModel()->selectedRows();
  if (rows.size() == 1 && !grouped_->isHeading(rows[0].row())) view_->edit(rows[0].siblingAtColumn(RunsModel::Name));
}

void RunsView::removeSelected() {
  for (const RunId run : selectedRuns()) {
    const RunInfo* info = model_->find(run);
    if (!info) continue;
    if (info->status == RunStatus::Running) {
      Message refusal;
      refusal.level = Message::Level::Warning;
      refusal.what = tr("%1 is still training").arg(QString::fromStdString(info->name));
      refusal.cure = tr("Stop it before you delete it");
      bar_->showMessage(refusal);
      continue;
    }
    store_->remove(run, QString::fromStdString(info->name));
  }
}

void RunsView::starSelected() {
  const std::vector<RunInfo> runs = selectedInfos();
  if (runs.empty()) return;
  store_->setStarred(runs, !std::all_of(runs.begin(), runs.end(), [](const RunInfo& run) { return run.starred; }));
}

void RunsView::archiveSelected() {
  const std::vector<RunInfo> runs = selectedInfos();
  if (runs.empty()) return;
  const bool archive = !std::all_of(runs.begin(), runs.end(), [](const RunInfo& run) { return run.archived; });
  store_->setArchived(runs, archive);
  if (!archive || sorted_->archivedShown()) return;
  Message note;
  note.level = Message::Level::Info;
  note.what = runs.size() == 1 ? tr("%1 is in the archive").arg(shownName(text(runs[0].name))) : tr("%1 runs are in the archive").arg(runs.size());
  note.cure = tr("The menu of a heading shows archived runs");
  note.button = tr("Undo");
  note.action = [this] { store_->undoStack()->undo(); };
  bar_->showMessage(note);
}

// With several selected runs, their common tags are shown; tags added or removed there change all of them.
void RunsView::tagSelected() {
  const std::vector<RunInfo> runs = selectedInfos();
  if (runs.empty()) return;
  const std::vector<std::string> common = tagsInCommon(runs);
  QStringList shown;
  for (const std::string& tag : common) shown << text(tag);
  const QString what = runs.size() == 1 ? tr("Tags of %1, separated by commas").arg(shownName(text(runs[0].name)))
                                        : tr("Tags of %1 runs, separated by commas").arg(runs.size());
  editor_->ask(what, shown.join(QStringLiteral(", ")), false,
               [this, runs, common](const QString& typed) { store_->setTags(runs, withTags(runs, common, typed)); });
}

void RunsView::noteSelected() {
  const std::vector<RunInfo> runs = selectedInfos();
  if (runs.size() != 1) return;
  editor_->ask(tr("Note on %1").arg(shownName(text(runs[0].name))), text(runs[0].note), true,
               [this, run = runs[0]](const QString& note) { store_->setNote(run, note); });
}

QString RunsView::shownTable(bool selectedOnly) const {
  std::vector<int> rows, columns;
  const std::vector<RunId> selected = selectedRuns();
  for (int row = 0; row < sorted_->rowCount(); ++row) {
    const QModelIndex index = sorted_->index(row, 0);
    if (selectedOnly && std::find(selected.begin(), selected.end(), index.data(RunsModel::RunIdRole).toLongLong()) == selected.end()) continue;
    rows.push_back(sorted_->mapToSource(index).row());
  }
  const QHeaderView* header = view_->horizontalHeader();
  for (int place = 0; place < header->count(); ++place)
    if (const int column = header->logicalIndex(place); !header->isSectionHidden(column)) columns.push_back(column);
  return model_->table(rows, columns);
}

// Copies the selected runs if there are two or more, else all displayed ones.
void RunsView::copyTable() {
  QApplication::clipboard()->setText(shownTable(selectedRuns().size() > 1));
}

}  // namespace stepscope
