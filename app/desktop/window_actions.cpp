#include "app/desktop/window_actions.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <utility>

#include "app/desktop/view_table.h"
#include "views/common/icons.h"
#include "views/common/theme.h"
#include "views/words/language.h"

namespace stepscope {

WindowActions::WindowActions(QMainWindow& window) {
  const auto make = [&window](QAnyStringView name, const QString& text, const QString& help, const QKeySequence& keys = {},
                              const QString& iconName = {}) {
    auto* action = new QAction(text, &window);
    action->setObjectName(name);
    if (!keys.isEmpty()) action->setShortcut(keys);
    if (!iconName.isEmpty()) action->setIcon(icon(iconName));
    action->setToolTip(keys.isEmpty() ? help : help + QStringLiteral(" (") + keys.toString(QKeySequence::NativeText) + QLatin1Char(')'));
    action->setStatusTip(help);
    window.addAction(action);
    return action;
  };
  const auto tr = [](const char* text) { return QObject::tr(text); };

  newProject = make("newProject", tr("New from Data..."), tr("Creates a project from a folder of pictures, a table or a text"), QKeySequence::New,
                    QStringLiteral("new"));
  startPage = make("startPage", tr("Start Page"), tr("Shows recent projects and traces, and where to drop data"));
  openProject = make("openProject", tr("Open Project..."), tr("Opens a project file"), QKeySequence::Open, QStringLiteral("open"));
  openTrace = make("openTrace", tr("Open Trace..."), tr("Opens a trace of PyTorch, JAX, Nsight Systems or another profiler in the timeline"),
                   QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O), QStringLiteral("open"));
  savePicture = make("savePicture", tr("Save Picture of the View..."), tr("Saves what the view shows as PNG or SVG"),
                     QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
  importFolder = make("importFolder", tr("TensorBoard Runs..."), tr("Creates runs from a folder of TensorBoard event files"));
  importFile = make("importFile", tr("Run File..."), tr("Adds the run of a .stepscope-run file"));
  watchFolder = make("watchFolder", tr("Watch TensorBoard Folder..."), tr("Shows the training of another program while it writes event files"));
  closeWindow = make("closeWindow", tr("Quit"), tr("Closes Stepscope"), QKeySequence::Quit);
  train = make("train", tr("Train"), tr("Trains the project as a new run"), QKeySequence(Qt::CTRL | Qt::Key_R), QStringLiteral("train"));
  pause = make("pause", tr("Pause"), tr("Pauses the run, also during a validation, or continues it"), QKeySequence(Qt::Key_Space),
               QStringLiteral("pause"));
  stop = make("stop", tr("Stop"), tr("Saves a checkpoint and ends the run; it can be resumed"), QKeySequence(Qt::CTRL | Qt::Key_Period),
              QStringLiteral("stop"));
  checkpoint = make("checkpoint", tr("Save Checkpoint"), tr("Saves a checkpoint of the run as it is now; the run goes on"));
  capture = make("capture", tr("Capture"), tr("Records every op of the next five steps"), QKeySequence(Qt::Key_C), QStringLiteral("capture"));
  resume = make("resume", tr("Resume Run"), tr("Continues the newest run that did not finish"), {}, QStringLiteral("resume"));
  undo = make("undo", tr("Undo"), tr("Takes back the last change of a run"), QKeySequence::Undo, QStringLiteral("undo"));
  redo = make("redo", tr("Redo"), tr("Does again what was undone"), QKeySequence::Redo);
  rangeTest = make("rangeTest", tr("LR Range Test..."), tr("Tries growing learning rates for some steps and suggests one"));
  auto* group = new QActionGroup(&window);
  QStringList reached;  // places whose key is already assigned
  for (const ViewDef& view : viewDefs()) {
    const bool first = !view.place.isEmpty() && !reached.contains(view.place);
    if (first) reached << view.place;
    views << make(view.name, view.title, view.help,
                  first                  ? QKeySequence(Qt::Key_0 + static_cast<int>(reached.size()))
                  : view.place.isEmpty() ? QKeySequence(Qt::CTRL | Qt::Key_Comma)
                                         : QKeySequence());
    views.back()->setCheckable(true);
    group->addAction(views.back());
  }
  themeSystem = make("themeSystem", tr("Follow the System"), tr("Light or dark as the desktop is"));
  themeLight = make("themeLight", tr("Light"), tr("Light ground"));
  themeDark = make("themeDark", tr("Dark"), tr("Dark ground"));
  themes = new QActionGroup(&window);
  for (QAction* action : {themeSystem, themeLight, themeDark}) {
    action->setCheckable(true);
    themes->addAction(action);
  }
  languages = new QActionGroup(&window);
  languages->setObjectName(QStringLiteral("languages"));
  for (const auto& [language, title] : {std::pair(Language::System, tr("Follow the System")), std::pair(Language::English, QStringLiteral("English")),
                                        std::pair(Language::Chinese, QStringLiteral("简体中文"))}) {
    QAction* action = make(nameOf(language), title, tr("The language of the window, from its next start on"));
    action->setCheckable(true);
    action->setData(nameOf(language));
    languages->addAction(action);
  }
  fit = make("fit", tr("Fit Curves"), tr("Shows all of the run"));
  resetLayout = make("resetLayout", tr("Reset Layout"), tr("Puts every dock back to its place"));
  quickSearch = make("quickSearch", tr("Quick Search"), tr("Finds layers, ops, runs and commands"), QKeySequence(Qt::CTRL | Qt::Key_K),
                     QStringLiteral("search"));
  help = make("help", tr("Keys and Views"), tr("Explains the view that has the focus"), QKeySequence::HelpContents);
  doctor = make("doctor", tr("Device"), tr("Shows the processor, its peak rates and library versions"), {}, QStringLiteral("device"));
  about = make("about", tr("About Stepscope"), tr("Version and licence"));

  QMenu* file = window.menuBar()->addMenu(tr("&File"));
  file->addAction(startPage);
  file->addAction(newProject);
  file->addAction(openProject);
  file->addAction(openTrace);
  recent = file->addMenu(tr("Open Recent"));
  recent->setObjectName(QStringLiteral("recent"));
  file->addSeparator();
  file->addMenu(tr("Import Runs"))->addActions({importFolder, importFile});
  file->addAction(watchFolder);
  file->addSeparator();
  file->addAction(savePicture);
  file->addSeparator();
  file->addAction(closeWindow);
  QMenu* edit = window.menuBar()->addMenu(tr("&Edit"));
  edit->addAction(undo);
  edit->addAction(redo);
  edit->addSeparator();
  edit->addAction(quickSearch);
  QMenu* run = window.menuBar()->addMenu(tr("&Run"));
  run->addActions({train, pause, stop, checkpoint, capture});
  run->addSeparator();
  run->addActions({resume, rangeTest});
  viewMenu = window.menuBar()->addMenu(tr("&View"));
  viewMenu->addActions(views);
  viewMenu->addSeparator();
  viewMenu->addAction(fit);
  viewMenu->addSeparator();
  QMenu* theme = viewMenu->addMenu(tr("Theme"));
  theme->addActions({themeSystem, themeLight, themeDark});
  viewMenu->addMenu(tr("Language"))->addActions(languages->actions());
  viewMenu->addAction(resetLayout);
  QMenu* helpMenu = window.menuBar()->addMenu(tr("&Help"));
  helpMenu->addAction(help);
  helpMenu->addAction(doctor);
  helpMenu->addSeparator();
  helpMenu->addAction(about);
}

QList<QAction*> WindowActions::all() const {
  return QList<QAction*>{train,     pause,       stop,      checkpoint,   capture,    resume,      rangeTest,  newProject,
                         startPage, openProject, openTrace, importFolder, importFile, watchFolder, savePicture} +
         views + QList<QAction*>{fit, themeSystem, themeLight, themeDark, resetLayout, doctor, help, about, undo, redo, closeWindow};
}

void WindowActions::connectAppearance(QSettings& settings, const std::function<void(const Message&)>& say,
                                      const std::function<void()>& restart) const {
  const ThemeChoice choice = themeChoiceFromName(settings.value(QStringLiteral("theme")).toString());
  (choice == ThemeChoice::Dark ? themeDark : choice == ThemeChoice::Light ? themeLight : themeSystem)->setChecked(true);
  QObject::connect(themes, &QActionGroup::triggered, themes, [this, &settings](QAction* action) {
    const ThemeChoice picked = action == themeDark ? ThemeChoice::Dark : action == themeLight ? ThemeChoice::Light : ThemeChoice::System;
    settings.setValue(QStringLiteral("theme"), nameOf(picked));
    applyTheme(*qApp, picked);
  });
  const QString language = nameOf(languageFromName(settings.value(QStringLiteral("language")).toString()));
  for (QAction* action : languages->actions()) action->setChecked(action->data().toString() == language);
  QObject::connect(languages, &QActionGroup::triggered, languages, [&settings, say, restart](QAction* action) {
    settings.setValue(QStringLiteral("language"), action->data());
    Message note;
    note.level = Message::Level::Info;
    note.what = QObject::tr("The window uses %1 from its next start on").arg(action->text());
    if (action->data() == nameOf(Language::Chinese) && !hasChineseFont())
      note.cure = QObject::tr("No Chinese font is installed here: install one such as fonts-noto-cjk first");
    note.button = QObject::tr("Restart Now");
    note.action = restart;
    say(note);
  });
}

}  // namespace stepscope
