// Connects the Settings tab: applied settings are read again, and every key can be found by quick search.
#include "core/base/error.h"
#include "core/project/key_help.h"
#include "views/common/text.h"
#include "views/project/quick_search.h"
#include "views/session/session.h"
#include "views/session/undo_stacks.h"
#include "views/session/view_context.h"
#include "views/session/window_requests.h"
#include "views/settings/settings_view.h"
#include "views/words/engine_text.h"

namespace stepscope {
namespace {

// The next run uses the applied settings; a run in training takes over the switches.
void takeSettings(const ViewContext& c, const QString& file) {
  Q_EMIT c.window.reloadRequested();  // during a training: when it has ended
  if (!c.session.training()) return;
  try {
    c.session.setSwitches(loadProject(file.toStdString()).switches);
    Q_EMIT c.window.reloadRequested();  // the rest when the run has ended
  } catch (const Error& error) {
    Q_EMIT c.window.message(messageOf(error));
  }
}

void addKeys(std::vector<SearchEntry>& entries, const ViewContext& c, SettingsView* view) {
  if (!c.session.project()) return;
  for (const SettingField& field : view->model()->fields()) {
    const KeyHelp* help = keyHelp(field.key);
    entries.push_back({tr("setting"), QString::fromStdString(field.key), view->model()->shown(field.key).value_or(view->model()->usual(field.key)),
                       [c, key = field.key] { Q_EMIT c.window.settingRequested(key); },
                       help ? engineText(help->meaning) + QLatin1Char(' ') + QString::fromStdString(help->meaning) : QString()});
  }
}

}  // namespace

QWidget* makeSettingsView(const ViewContext& c) {
  auto* view = new SettingsView(&c.session);
  c.undo.add(view->model()->history(), view);
  c.search.add(SearchGroup::Settings, [c, view](std::vector<SearchEntry>& entries) { addKeys(entries, c, view); });
  QObject::connect(view, &SettingsView::applied, view, [c](const QString& file) { takeSettings(c, file); });
  QObject::connect(view, &SettingsView::openRequested, &c.window, &WindowRequests::projectRequested);
  QObject::connect(&c.window, &WindowRequests::settingRequested, view, [c, view](const std::string& key) {
    Q_EMIT c.window.viewRequested(QStringLiteral("settings"));
    view->focusKey(key);
  });
  return view;
}

}  // namespace stepscope
