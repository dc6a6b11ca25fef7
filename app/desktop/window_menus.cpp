// What the window looks up when a menu, the quick search or the help is opened.
#include <QAction>
#include <QActionGroup>
#include <QComboBox>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QMenu>
#include <QSpinBox>
#include <QTabWidget>
#include <QToolButton>
#include <set>

#include "app/desktop/help.h"
#include "app/desktop/main_window.h"
#include "app/desktop/run_bar.h"
#include "app/desktop/start_desk.h"
#include "app/desktop/view_table.h"
#include "core/graph/op.h"
#include "core/project/key_help.h"
#include "core/project/switches.h"
#include "views/common/files/file_entry.h"
#include "views/common/selection.h"
#include "views/common/units.h"
#include "views/project/quick_search.h"
#include "views/project/recent_files.h"
#include "views/runs/runs_model.h"
#include "views/runs/runs_view.h"
#include "views/session/session.h"
#include "views/settings/settings_view.h"
#include "views/switches/project_panel.h"
#include "views/switches/switches_model.h"
#include "views/timeline/timeline_view.h"
#include "views/words/engine_text.h"
#include "views/words/language.h"

namespace stepscope {

void MainWindow::showRecent() {
  QMenu* menu = actions_->recent;
  menu->clear();
  RecentFiles recent(settings_);
  for (const QString& file : recent.files()) {
    const QStringList all = filesOf(file);
    QString title = QDir::toNativeSeparators(all.value(0));
    if (all.size() > 1) title = tr("%1 and %2 more").arg(title).arg(all.size() - 1);
    QAction* action = menu->addAction(title, this, [this, file] { openFile(file); });
    // Missing ones stay, greyed: a disk may come back.
    action->setEnabled(std::all_of(all.begin(), all.end(), [](const QString& one) { return QFileInfo::exists(one); }));
  }
  if (menu->isEmpty()) menu->addAction(tr("No projects or traces yet"))->setEnabled(false);
  menu->addSeparator();
  menu->addAction(tr("Clear"), this, [this] { RecentFiles(settings_).clear(); });
}

void MainWindow::showResumeMenu() {
  QMenu* menu = runBar_->trainButton()->menu();
  menu->clear();
  menu->addAction(tr("Train a new run"), this, &MainWindow::train)->setEnabled(actions_->train->isEnabled());
  menu->addSeparator();
  int listed = 0;
  for (const RunInfo& run : runsModel_->runs()) {
    if (run.status != RunStatus::Stopped && run.status != RunStatus::Interrupted && run.status != RunStatus::Unsaved) continue;
    if (++listed > 8) break;
    menu->addAction(tr("Resume %1 (%2 at step %3)").arg(QString::fromStdString(run.name), titleOf(run.status), formatCount(run.step)), this,
                    [this, id = run.id] { resumeRun(id); })
        ->setEnabled(!session_->training());
  }
  if (listed == 0) menu->addAction(tr("No run to resume"))->setEnabled(false);
}

void MainWindow::searchEverything() {
  search_->open(searchEntries());
}

namespace {

// By which an action is found beside its title: what it does, and both in English.
QString wordsOf(const QAction* action) {
  return QStringList{action->statusTip(), englishOf(action->text()), englishOf(action->statusTip())}.join(QLatin1Char(' '));
}

}  // namespace

std::vector<SearchEntry> MainWindow::searchEntries() {
  std::vector<SearchEntry> entries;
  for (QAction* action : actions_->all())
    if (action->isEnabled())
      entries.push_back({actions_->views.contains(action) ? tr("view") : tr("command"), action->text().remove(QStringLiteral("...")),
                         action->shortcut().toString(QKeySequence::NativeText), [action] { action->trigger(); }, wordsOf(action)});
  for (QAction* action : actions_->languages->actions())
    entries.push_back({tr("language"), action->text(), {}, [action] { action->trigger(); }, wordsOf(action)});
  if (session_->project()) {
    addSettings(entries);
    addRuns(entries);
  }
  for (const RunInfo& run : runsModel_->runs())
    entries.push_back({tr("run"), QString::fromStdString(run.name),
                       QString::fromStdString(run.model) + QStringLiteral(" · ") + titleOf(run.status), [this, id = run.id] {
                         showTab(runs_);
                         runs_->selectRuns({id});
                       }});
  const auto show = [this](const QString& text, int node) {
    return [this, text, node] {
      showTab(timeline_);
      timeline_->find(text);
      selection_->setNode(node);
    };
  };
  std::set<std::string> seen;
  if (const auto plan = session_->plan()) {
    const auto& nodes = plan->graph.nodes();
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (!nodes[i].scope.empty() && seen.insert(nodes[i].scope).second)
        entries.push_back({tr("layer"), QString::fromStdString(nodes[i].scope), QString::fromUtf8(nodes[i].op->name.data()),
                           show(QString::fromStdString(nodes[i].scope), static_cast<int>(i))});
  } else if (const auto trace = timeline_->trace()) {
    for (std::size_t i = 0; i < trace->nodes.size(); ++i)
      if (!trace->nodes[i].layer.empty() && seen.insert(trace->nodes[i].layer).second)
        entries.push_back({tr("layer"), QString::fromStdString(trace->nodes[i].layer), QString::fromStdString(trace->nodes[i].title),
                           show(QString::fromStdString(trace->nodes[i].layer), static_cast<int>(i))});
  }
  if (const auto breakdown = session_->breakdown())
    for (const OpTime& op : breakdown->ops)
      entries.push_back({tr("op"), QString::fromStdString(op.title), tr("%1 a step").arg(formatMs(op.msPerStep)),
                         show(QString::fromStdString(op.title), -1)});
  return entries;
}

// Switches are turned in the panel, other keys in the form.
void MainWindow::addSettings(std::vector<SearchEntry>& entries) {
  for (const SwitchDef& def : switchDefs()) {
    QWidget* field = project_->spinBox(def.key);
    if (!field) field = project_->comboBox(def.key);
    if (!field) continue;
    entries.push_back({tr("switch"), engineText(def.title), QString::fromStdString(shownValue(def, def.get(switchesModel_->pending()))),
                       [this, field] {
                         start_->showViews();
                         projectDock_->show();
                         field->setFocus(Qt::ShortcutFocusReason);
                       },
                       QStringList{QString::fromStdString(def.key), engineText(def.help), QString::fromStdString(def.title),
                                   QString::fromStdString(def.help)}
                           .join(QLatin1Char(' '))});
  }
  for (const SettingField& field : settingsView_->model()->fields()) {
    const KeyHelp* help = keyHelp(field.key);
    entries.push_back({tr("setting"), QString::fromStdString(field.key),
                       settingsView_->model()->shown(field.key).value_or(settingsView_->model()->usual(field.key)),
                       [this, key = field.key] {
                         showTab(settingsView_);
                         settingsView_->focusKey(key);
                       },
                       help ? engineText(help->meaning) + QLatin1Char(' ') + QString::fromStdString(help->meaning) : QString()});
  }
}

// What is done with runs, by the words one would look for.
void MainWindow::addRuns(std::vector<SearchEntry>& entries) {
  const std::vector<RunInfo>& runs = runsModel_->runs();
  if (runs.empty()) return;
  const auto add = [&](QAction* action, const QString& title, bool enabled, const QString& words) {
    entries.push_back({tr("command"), tr("Runs: %1").arg(QString(title).remove(QStringLiteral("..."))),
                       enabled ? action->shortcut().toString(QKeySequence::NativeText) : tr("select a run first"),
                       [this, action, enabled] {
                         showTab(runs_);
                         if (enabled) action->trigger();
                       },
                       words});
  };
  for (QAction* action : runs_->runActions()) {
    if (!action->menu()) {
      add(action, action->text(), action->isEnabled(), wordsOf(action));
      continue;
    }
    for (QAction* one : action->menu()->actions())
      add(one, action->text() + QStringLiteral(", ") + one->text(), action->isEnabled(), wordsOf(action) + QLatin1Char(' ') + wordsOf(one));
  }
  if (session_->training()) return;
  const RunInfo& last = runs.front();
  entries.push_back({tr("command"), tr("Report of %1").arg(QString::fromStdString(last.name)), tr("HTML"), [this, id = last.id] { openReport(id); },
                     tr("save export page")});
  if (runs.size() < 2) return;
  entries.push_back({tr("command"), tr("Compare %1 with the run before").arg(QString::fromStdString(last.name)), QString(),
                     [this, a = last.id, b = runs[1].id] {
                       runs_->selectRuns({a, b});
                       Q_EMIT runs_->showRequested({a, b});
                     },
                     tr("difference curves")});
}

void MainWindow::showHelp() {
  const QString& about = viewDefs()[static_cast<std::size_t>(tabs_->currentIndex())].about;
  if (tabs_->currentWidget() == timeline_) return timeline_->showKeys();
  showKeys(this, about);
}

}  // namespace stepscope
