#include "views/checkpoints/checkpoints_dialog.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/base/error.h"
#include "core/store/run_origin.h"
#include "core/train/checkpoint/export_weights.h"
#include "views/checkpoints/checkpoints_model.h"
#include "views/checkpoints/clean_up_page.h"
#include "views/checkpoints/fork_form.h"
#include "views/common/message_bar.h"
#include "views/common/picture_menu.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {

CheckpointsDialog::CheckpointsDialog(QWidget* parent)
    : QDialog(parent),
      model_(new CheckpointsModel(this)),
      table_(new QTableView),
      heading_(new QLabel),
      sum_(new QLabel),
      resume_(new QPushButton(tr("Resume"))),
      fork_(new QPushButton(tr("Fork..."))),
      export_(new QPushButton(tr("Export Weights..."))),
      delete_(new QPushButton(tr("Delete"))),
      clean_(new QPushButton(tr("Clean Up..."))),
      form_(new ForkForm),
      page_(new CleanUpPage),
      stack_(new QStackedWidget),
      bar_(new MessageBar) {
  setWindowTitle(tr("Checkpoints"));
  resize(860, 420);
  heading_->setFont(textFont(13, QFont::DemiBold));
  sum_->setProperty("role", "dim");
  table_->setModel(model_);
  setColumnWidths(table_);
  table_->setColumnHidden(CheckpointsModel::Run, true);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setShowGrid(false);
  table_->setAlternatingRowColors(true);
  table_->setWordWrap(false);
  table_->verticalHeader()->hide();
  table_->horizontalHeader()->setStretchLastSection(true);
  table_->horizontalHeader()->setHighlightSections(false);
  table_->setAccessibleName(tr("Checkpoints"));
  resume_->setToolTip(tr("Continues the run from its newest checkpoint, with the losses of an unbroken run"));
  fork_->setToolTip(tr("Begins a new run with the selected checkpoint: with another learning rate, more epochs, other switches"));
  export_->setToolTip(tr("Writes the weights of the selected checkpoint as one safetensors file, with PyTorch's names and shapes"));
  clean_->setToolTip(tr("Shows which checkpoints of the project are too many, and how much they take"));

  auto* head = new QHBoxLayout;
  head->addWidget(heading_);
  head->addWidget(sum_, 1);
  head->addWidget(pictureButton({this, QStringLiteral("checkpoints"), [this] { return model_->table(); }}, this));
  auto* buttons = new QHBoxLayout;
  for (QPushButton* button : {resume_, fork_, export_, delete_}) buttons->addWidget(button);
  buttons->addStretch(1);
  buttons->addWidget(clean_);
  auto* list = new QWidget;
  auto* listLayout = new QVBoxLayout(list);
  listLayout->setContentsMargins(0, 0, 0, 0);
  listLayout->addWidget(table_, 1);
  listLayout->addWidget(form_);
  listLayout->addLayout(buttons);
  stack_->addWidget(list);
  stack_->addWidget(page_);
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(head);
  layout->addWidget(bar_);
  layout->addWidget(stack_, 1);
  for (QPushButton* button : findChildren<QPushButton*>()) button->setAutoDefault(false);

  connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &CheckpointsDialog::selectionChanged);
  connect(resume_, &QPushButton::clicked, this, [this] { Q_EMIT resumeRequested(run_.id); });
  connect(fork_, &QPushButton::clicked, this, [this] {
    if (const auto info = selected()) form_->ask(run_, text(info->name), info->epoch);
  });
  connect(form_, &ForkForm::accepted, this, &CheckpointsDialog::beginFork);
  connect(export_, &QPushButton::clicked, this, &CheckpointsDialog::askForFile);
  connect(delete_, &QPushButton::clicked, this, &CheckpointsDialog::askToDelete);
  connect(clean_, &QPushButton::clicked, this, [this] {
    bar_->dismiss();
    page_->open(*project_, run_.id, text(run_.name));
    stack_->setCurrentWidget(page_);
  });
  connect(page_, &CleanUpPage::left, this, [this] {
    stack_->setCurrentIndex(0);
    reload();
  });
  connect(page_, &CleanUpPage::cleaned, this, [this](const QString& sentence, const QString& notes) {
    say(sentence, notes, false);
    stack_->setCurrentIndex(0);
    reload();
  });
  connect(page_, &CleanUpPage::failed, this, [this](const QString& sentence) { say(sentence); });
  selectionChanged();
}

void CheckpointsDialog::open(const Project& project, const RunInfo& run) {
  project_ = project;
  bar_->dismiss();
  form_->hide();
  stack_->setCurrentIndex(0);
  setRun(run);
  reload();
  QDialog::show();
  raise();
}

void CheckpointsDialog::setRun(const RunInfo& run) {
  run_ = run;
  const auto origin = originOf(run.configuration);
  heading_->setText(origin ? tr("%1, forked from %2").arg(text(run.name), text(describe(*origin))) : text(run.name));
  selectionChanged();
}

void CheckpointsDialog::setTraining(bool training) {
  training_ = training;
  selectionChanged();
}

void CheckpointsDialog::reload() {
  if (!project_) return;
  listing_.start([this, directory = project_->runDirectory(run_.id)](const std::atomic<bool>&) -> std::function<void()> {
    return [this, all = listCheckpoints(directory)] {
      std::vector<CheckpointRow> rows;
      for (const CheckpointInfo& info : all)
        rows.push_back({run_.name, info,
                        !info.first           ? QString()
                        : info.kind == "best" ? tr("best")
                        : resumable(run_)     ? tr("last: resumes here")
                                              : tr("last")});
      const auto before = selected();
      model_->setRows(std::move(rows));
      int row = 0;
      for (int i = 0; before && i < model_->rowCount(); ++i)
        if (model_->rows()[static_cast<std::size_t>(i)].info.name == before->name) row = i;
      if (model_->rowCount() > 0) table_->selectRow(row);
      sum_->setText(model_->rowCount() == 0 ? tr("none: nothing was saved, or all of them were deleted")
                                            : QStringLiteral("%1, %2").arg(counted(model_->rowCount(), tr("checkpoint"), tr("checkpoints")),
                                                                           formatBytes(static_cast<std::int64_t>(model_->bytes()))));
      selectionChanged();
      Q_EMIT loaded();
    };
  });
}

std::optional<CheckpointInfo> CheckpointsDialog::selected() const {
  const QModelIndexList rows = table_->selectionModel()->selectedRows();
  if (rows.isEmpty()) return std::nullopt;
  return model_->rows()[static_cast<std::size_t>(rows[0].row())].info;
}

void CheckpointsDialog::selectionChanged() {
  const auto info = selected();
  const bool whole = info && info->problem.empty();
  resume_->setEnabled(project_ && !training_ && resumable(run_) && model_->rowCount() > 0);
  fork_->setEnabled(whole && !training_);
  export_->setEnabled(whole);
  delete_->setEnabled(info && run_.status != RunStatus::Running);
  clean_->setEnabled(project_.has_value());
}

void CheckpointsDialog::askToDelete() {
  const auto info = selected();
  if (!info) return;
  std::vector<CheckpointInfo> all;
  for (const CheckpointRow& row : model_->rows()) all.push_back(row.info);
  const std::string lost = lostByDeleting(run_, all, {info->name});
  Message question;
  question.level = lost.empty() ? Message::Level::Info : Message::Level::Warning;
  question.what = lost.empty()
                      ? tr("Delete %1? That frees %2 and cannot be undone").arg(text(info->name), formatBytes(static_cast<std::int64_t>(info->bytes)))
                      : engineText(lost);
  question.button = lost.empty() ? tr("Delete") : tr("Delete It Anyway");
  question.action = [this, force = !lost.empty()] { deleteSelected(force); };
  bar_->showMessage(question);
}

void CheckpointsDialog::deleteSelected(bool force) {
  const auto info = selected();
  if (!info) return;
  bar_->dismiss();
  working_.start([this, project = *project_, run = run_.id, name = info->name, force](const std::atomic<bool>&) -> std::function<void()> {
    try {
      const std::uint64_t bytes = deleteCheckpoints(project, run, {name}, force);
      return [this, bytes, name] {
        say(tr("%1 is deleted, %2 freed").arg(text(name), formatBytes(static_cast<std::int64_t>(bytes))), {}, false);
        reload();
      };
    } catch (const std::exception& error) {
      return [this, why = engineText(error)] { say(why); };
    }
  });
}

void CheckpointsDialog::askForFile() {
  const auto info = selected();
  if (!info) return;
  const QString name = QStringLiteral("%1 %2.safetensors").arg(text(run_.name), text(info->kind));
  const QString file = QFileDialog::getSaveFileName(this, tr("Export the weights of %1").arg(text(info->name)), name, tr("Weights (*.safetensors)"));
  if (!file.isEmpty()) exportTo(file);
}

void CheckpointsDialog::exportTo(const QString& file) {
  const auto info = selected();
  if (!info) return;
  working_.start([this, path = info->path, file](const std::atomic<bool>&) -> std::function<void()> {
    try {
      const ExportedWeights done = exportWeights(path, file.toStdString(), true);
      return [this, done, file] {
        say(tr("%1: %2 tensors of step %3, %4").arg(file).arg(done.tensors).arg(formatCount(done.step), formatBytes(done.bytes)),
            done.averages ? tr("They are the moving averages of the weights, which the run was validated with") : QString(), false);
        Q_EMIT exported(file);
      };
    } catch (const std::exception& error) {
      return [this, why = engineText(error)] { say(why); };
    }
  });
}

void CheckpointsDialog::beginFork() {
  const auto info = selected();
  if (!info) return;
  try {
    const Overrides changes = form_->changes();
    Q_EMIT forkRequested(run_.id, text(info->name), changes);
  } catch (const Error& error) {
    bar_->showMessage(messageOf(error));
  }
}

void CheckpointsDialog::say(const QString& what, const QString& cure, bool error) {
  Message message;
  message.level = error ? Message::Level::Error : Message::Level::Info;
  message.what = what;
  message.cure = cure;
  bar_->showMessage(message);
}

}  // namespace stepscope
