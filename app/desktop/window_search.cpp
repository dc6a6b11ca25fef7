#include "app/desktop/window_search.h"

#include <QAction>
#include <QActionGroup>
#include <set>

#include "app/desktop/window_actions.h"
#include "core/graph/op.h"
#include "views/common/selection.h"
#include "views/common/text.h"
#include "views/common/units.h"
#include "views/project/quick_search.h"
#include "views/session/session.h"
#include "views/session/shown_trace.h"

namespace stepscope {
namespace {

using Entries = std::vector<SearchEntry>;

std::function<void()> shower(const ViewContext& c, const std::string& text, int node) {
  return [c, text, node] {
    c.trace.find(QString::fromStdString(text));
    c.selection.setNode(node);
  };
}

void addLayers(Entries& entries, const ViewContext& c) {
  std::set<std::string> seen;
  const auto add = [&](const std::string& layer, const QString& detail, std::size_t node) {
    if (!layer.empty() && seen.insert(layer).second)
      entries.push_back({tr("layer"), QString::fromStdString(layer), detail, shower(c, layer, static_cast<int>(node))});
  };
  if (const auto plan = c.session.plan()) {
    const auto& nodes = plan->graph.nodes();
    for (std::size_t i = 0; i < nodes.size(); ++i) add(nodes[i].scope, QString::fromUtf8(nodes[i].op->name.data()), i);
  } else if (const auto& trace = c.trace.trace()) {
    for (std::size_t i = 0; i < trace->nodes.size(); ++i) add(trace->nodes[i].layer, QString::fromStdString(trace->nodes[i].title), i);
  }
}

}  // namespace

void addWindowSearch(const ViewContext& c, const WindowActions& actions) {
  c.search.add(SearchGroup::Commands, [&actions](Entries& entries) {
    for (QAction* action : actions.all())
      if (action->isEnabled())
        entries.push_back({actions.views.contains(action) ? tr("view") : tr("command"), action->text().remove(QStringLiteral("...")),
                           action->shortcut().toString(QKeySequence::NativeText), [action] { action->trigger(); }, searchWordsOf(action)});
  });
  c.search.add(SearchGroup::Languages, [&actions](Entries& entries) {
    for (QAction* action : actions.languages->actions())
      entries.push_back({tr("language"), action->text(), {}, [action] { action->trigger(); }, searchWordsOf(action)});
  });
  c.search.add(SearchGroup::Layers, [c](Entries& entries) { addLayers(entries, c); });
  c.search.add(SearchGroup::Ops, [c](Entries& entries) {
    if (const auto breakdown = c.session.breakdown())
      for (const OpTime& op : breakdown->ops)
        entries.push_back({tr("op"), QString::fromStdString(op.title), tr("%1 a step").arg(formatMs(op.msPerStep)), shower(c, op.title, -1)});
  });
}

}  // namespace stepscope
