// Of the window: its theme and its language, as the menu and the settings have them.
#include <QAction>
#include <QActionGroup>
#include <QApplication>

#include "app/desktop/main_window.h"
#include "views/common/theme.h"
#include "views/words/language.h"

namespace stepscope {

void MainWindow::connectAppearance() {
  const WindowActions& a = *actions_;
  const ThemeChoice choice = themeChoiceFromName(settings_.value(QStringLiteral("theme")).toString());
  (choice == ThemeChoice::Dark ? a.themeDark : choice == ThemeChoice::Light ? a.themeLight : a.themeSystem)->setChecked(true);
  connect(a.themes, &QActionGroup::triggered, this, [this](QAction* action) {
    const ThemeChoice picked = action == actions_->themeDark    ? ThemeChoice::Dark
                               : action == actions_->themeLight ? ThemeChoice::Light
                                                                : ThemeChoice::System;
    settings_.setValue(QStringLiteral("theme"), nameOf(picked));
    applyTheme(*qApp, picked);
  });
  const QString language = nameOf(languageFromName(settings_.value(QStringLiteral("language")).toString()));
  for (QAction* action : a.languages->actions()) action->setChecked(action->data().toString() == language);
  connect(a.languages, &QActionGroup::triggered, this, [this](QAction* action) {
    settings_.setValue(QStringLiteral("language"), action->data());
    Message note;
    note.level = Message::Level::Info;
    note.what = tr("The window speaks %1 from its next start on").arg(action->text());
    if (action->data() == nameOf(Language::Chinese) && !hasChineseFont())
      note.cure = tr("No Chinese font is installed here: install one such as fonts-noto-cjk first");
    note.button = tr("Restart Now");
    note.action = [this] {
      restarts_ = true;
      close();
    };
    say(note);
  });
}

}  // namespace stepscope
