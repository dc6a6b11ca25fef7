#include "views/switches/project_dock.h"

#include <QAction>
#include <QComboBox>
#include <QSpinBox>
#include <QUndoStack>

#include "views/common/message_bar.h"
#include "views/project/quick_search.h"
#include "views/session/session.h"
#include "views/session/undo_stacks.h"
#include "views/switches/project_panel.h"
#include "views/switches/switches_model.h"
#include "views/words/engine_text.h"

namespace stepscope {

ProjectDock::ProjectDock(const ViewContext& context, SwitchesModel* switches, QWidget* below, QWidget* parent)
    : QDockWidget(tr("Project"), parent), c_(context), switches_(switches), panel_(new ProjectPanel(switches)) {
  setObjectName(QStringLiteral("projectDock"));
  setWidget(panel_);
  panel_->addBelow(below);
  c_.undo.add(panel_->history());
  connect(panel_, &ProjectPanel::focusReturned, this, &ProjectDock::focusReturned);
  connect(panel_, &ProjectPanel::applyRequested, &c_.session, &Session::setSwitches);
  connectSession();
  addSearch();
}

void ProjectDock::connectSession() {
  Session* session = &c_.session;
  connect(session, &Session::projectChanged, this, [this] {
    panel_->history()->clear();
    panel_->setSwitchRows({});
    switches_->setProject(*c_.session.project());
    panel_->setProject(&*c_.session.project());
  });
  connect(session, &Session::reloaded, this, &ProjectDock::takeReloaded);
  connect(session, &Session::factsPending, panel_, &ProjectPanel::setPending);
  connect(session, &Session::factsChanged, this, [this] {
    const ProjectFacts& facts = *c_.session.facts();
    panel_->setFacts(&facts);
    switches_->setInput(facts.input, facts.validationSamples > 0, facts.trainSamples);
  });
  connect(session, &Session::trainingChanged, panel_, &ProjectPanel::setTraining);
  connect(session, &Session::planChanged, this,
          [this] { panel_->setProblem(c_.session.planProblem() ? plainText(*c_.session.planProblem()) : QString()); });
  connect(session, &Session::settingsChanged, this, [this] {
    panel_->setProject(&*c_.session.project());
    if (c_.session.facts()) panel_->setFacts(&*c_.session.facts());
  });
  connect(session, &Session::switchRowsChanged, this, [this] {
    panel_->setSwitchRows(c_.session.switchRows());
    switches_->askAgain();
  });
  connect(session, &Session::switchesChanged, this, [this] { switches_->setApplied(c_.session.project()->switches); });
}

// The fields keep changes of the user that are not applied yet.
void ProjectDock::takeReloaded() {
  const auto changes = switches_->changes();
  const Project& project = *c_.session.project();
  switches_->setProject(project);
  panel_->history()->clear();
  panel_->setProject(&project);
  for (const auto& [key, value] : changes) switches_->setPending(key, value);
}

void ProjectDock::addSearch() {
  c_.search.add(SearchGroup::Switches, [this](std::vector<SearchEntry>& entries) {
    if (!c_.session.project()) return;
    for (const SwitchDef& def : switchDefs()) {
      QWidget* field = panel_->spinBox(def.key);
      if (!field) field = panel_->comboBox(def.key);
      if (!field) continue;
      entries.push_back(
          {tr("switch"), engineText(def.title), QString::fromStdString(shownValue(def, def.get(switches_->pending()))),
           [this, field] {
             Q_EMIT shown();
             show();
             field->setFocus(Qt::ShortcutFocusReason);
           },
           QStringList{QString::fromStdString(def.key), engineText(def.help), QString::fromStdString(def.title), QString::fromStdString(def.help)}
               .join(QLatin1Char(' '))});
    }
  });
}

void ProjectDock::setOffered(bool offered) {
  if (!offered && isVisibleTo(parentWidget())) {
    wanted_ = true;
    hide();
  } else if (offered && wanted_) {
    wanted_ = false;
    show();
  }
  toggleViewAction()->setEnabled(offered);
}

void ProjectDock::restoreWanted() {
  if (wanted_) show();
}

int ProjectDock::leastWidth() const {
  return panel_->minimumSizeHint().width();
}

}  // namespace stepscope
