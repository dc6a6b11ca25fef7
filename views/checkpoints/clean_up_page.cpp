#include "views/checkpoints/clean_up_page.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTableView>
#include <QVBoxLayout>

#include "core/base/error.h"
#include "views/checkpoints/checkpoints_model.h"
#include "views/common/text.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {

CleanUpPage::CleanUpPage(QWidget* parent)
    : QWidget(parent),
      model_(new CheckpointsModel(this)),
      table_(new QTableView),
      sentence_(new QLabel),
      keepLast_(new QSpinBox),
      keepBest_(new QSpinBox),
      only_(new QCheckBox(tr("Only this run"))),
      go_(new QPushButton),
      back_(new QPushButton(tr("Back"))) {
  table_->setModel(model_);
  setColumnWidths(table_);
  table_->setSelectionMode(QAbstractItemView::NoSelection);
  table_->setFocusPolicy(Qt::NoFocus);
  table_->setShowGrid(false);
  table_->setAlternatingRowColors(true);
  table_->verticalHeader()->hide();
  table_->horizontalHeader()->setStretchLastSection(true);
  table_->setAccessibleName(tr("Checkpoints that would be deleted"));
  sentence_->setWordWrap(true);
  go_->setProperty("primary", true);
  auto* line = new QHBoxLayout;
  const auto spin = [&](const QString& name, QSpinBox* box) {
    auto* label = new QLabel(name);
    label->setBuddy(box);
    box->setRange(1, 1000);
    box->setAccessibleName(name);
    line->addWidget(label);
    line->addWidget(box);
    connect(box, &QSpinBox::valueChanged, this, &CleanUpPage::plan);
  };
  spin(tr("Keep the newest"), keepLast_);
  spin(tr("and the best"), keepBest_);
  line->addWidget(only_);
  line->addStretch(1);
  line->addWidget(back_);
  line->addWidget(go_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(sentence_);
  layout->addWidget(table_, 1);
  layout->addLayout(line);
  connect(only_, &QCheckBox::toggled, this, &CleanUpPage::plan);
  connect(back_, &QPushButton::clicked, this, &CleanUpPage::left);
  connect(go_, &QPushButton::clicked, this, &CleanUpPage::clean);
}

void CleanUpPage::open(const Project& project, RunId run, const QString& runName) {
  project_ = project;
  run_ = run;
  const QSignalBlocker last(keepLast_), best(keepBest_), only(only_);
  keepLast_->setValue(static_cast<int>(project.train.checkpoints.keepLast));
  keepBest_->setValue(static_cast<int>(project.train.checkpoints.keepBest));
  only_->setChecked(false);
  only_->setText(tr("Of %1 alone").arg(runName));
  plan();
}

void CleanUpPage::plan() {
  if (!project_) return;
  go_->setEnabled(false);
  go_->setText(tr("Free"));
  sentence_->setText(tr("Looking through the checkpoints ..."));
  const auto run = only_->isChecked() ? std::optional(run_) : std::nullopt;
  job_.start(
      [this, project = *project_, run, last = keepLast_->value(), best = keepBest_->value()](const std::atomic<bool>&) -> std::function<void()> {
        try {
          return [this, plan = planCleanUp(project, run, last, best)] { show(plan); };
        } catch (const std::exception& error) {
          return [this, why = engineText(error)] { Q_EMIT failed(why); };
        }
      });
}

void CleanUpPage::show(const CleanUp& plan) {
  plan_ = plan;
  std::vector<CheckpointRow> rows;
  for (const CleanUpItem& item : plan.items) rows.push_back({item.runName, item.checkpoint, engineText(item.why)});
  model_->setRows(std::move(rows));
  const std::uint64_t bytes = plan.bytes + plan.leftoverBytes;
  QStringList parts;
  if (bytes == 0) parts << tr("Nothing to delete: the newest %1 and the best %2 of every run stay.").arg(keepLast_->value()).arg(keepBest_->value());
  else
    parts << tr("This would delete %1 and free %2. It cannot be undone.")
                 .arg(counted(static_cast<std::int64_t>(plan.items.size()), tr("checkpoint"), tr("checkpoints")),
                      formatBytes(static_cast<std::int64_t>(bytes)));
  if (plan.leftoverBytes > 0)
    parts << tr("%1 of it are leftovers of saves that were killed.").arg(formatBytes(static_cast<std::int64_t>(plan.leftoverBytes)));
  for (const std::string& note : plan.notes) parts << engineText(note) + fullStop();
  if (!plan.orphans.empty())
    parts << tr("%1 in folders of runs that are no longer known are left alone (%2).")
                 .arg(formatBytes(static_cast<std::int64_t>(plan.orphanBytes)), text(plan.orphans.front()));
  sentence_->setText(parts.join(QLatin1Char(' ')));
  go_->setEnabled(bytes > 0);
  go_->setText(bytes > 0 ? tr("Free %1").arg(formatBytes(static_cast<std::int64_t>(bytes))) : tr("Free"));
  Q_EMIT planned();
}

void CleanUpPage::clean() {
  go_->setEnabled(false);
  sentence_->setText(tr("Deleting ..."));
  job_.start([this, project = *project_, plan = plan_](const std::atomic<bool>&) -> std::function<void()> {
    try {
      const CleanUp done = cleanUp(project, plan);
      return [this, done] {
        QStringList notes;
        for (const std::string& note : done.notes) notes << engineText(note);
        Q_EMIT cleaned(tr("%1 deleted, %2 freed")
                           .arg(counted(static_cast<std::int64_t>(done.items.size()), tr("checkpoint"), tr("checkpoints")),
                                formatBytes(static_cast<std::int64_t>(done.bytes + done.leftoverBytes))),
                       notes.join(QLatin1Char(' ')));
      };
    } catch (const std::exception& error) {
      return [this, why = engineText(error)] { Q_EMIT failed(why); };
    }
  });
}

}  // namespace stepscope
