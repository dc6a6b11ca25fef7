#include "app/desktop/appearance.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QSettings>

#include "app/desktop/window_actions.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/words/language.h"

namespace stepscope {

void connectAppearance(const WindowActions& a, QSettings& settings, const std::function<void(const Message&)>& say,
                       const std::function<void()>& restart) {
  const ThemeChoice choice = themeChoiceFromName(settings.value(QStringLiteral("theme")).toString());
  (choice == ThemeChoice::Dark ? a.themeDark : choice == ThemeChoice::Light ? a.themeLight : a.themeSystem)->setChecked(true);
  QObject::connect(a.themes, &QActionGroup::triggered, a.themes, [&a, &settings](QAction* action) {
    const ThemeChoice picked = action == a.themeDark    ? ThemeChoice::Dark
                               : action == a.themeLight ? ThemeChoice::Light
                                                        : ThemeChoice::System;
    settings.setValue(QStringLiteral("theme"), nameOf(picked));
    applyTheme(*qApp, picked);
  });
  const QString language = nameOf(languageFromName(settings.value(QStringLiteral("language")).toString()));
  for (QAction* action : a.languages->actions()) action->setChecked(action->data().toString() == language);
  QObject::connect(a.languages, &QActionGroup::triggered, a.languages, [&settings, say, restart](QAction* action) {
    settings.setValue(QStringLiteral("language"), action->data());
    Message note;
    note.level = Message::Level::Info;
    note.what = tr("The window speaks %1 from its next start on").arg(action->text());
    if (action->data() == nameOf(Language::Chinese) && !hasChineseFont())
      note.cure = tr("No Chinese font is installed here: install one such as fonts-noto-cjk first");
    note.button = tr("Restart Now");
    note.action = restart;
    say(note);
  });
}

}  // namespace stepscope
