#include "views/runs/saved_views.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace stepscope {

namespace {

constexpr qsizetype kMostClosed = 10'000;

QJsonObject jsonOf(const RunsViewState& state) {
  QJsonArray columns, keys;
  for (const auto& column : state.columns)
    columns << QJsonObject{{QStringLiteral("name"), QString::fromStdString(column.name)}, {QStringLiteral("width"), column.width}};
  for (const auto& key : state.keys)
    keys << QJsonObject{{QStringLiteral("column"), QString::fromStdString(key.column)}, {QStringLiteral("descending"), key.descending}};
  return {{QStringLiteral("columns"), columns},
          {QStringLiteral("pinned"), state.pinned},
          {QStringLiteral("sort"), keys},
          {QStringLiteral("group"), QString::fromStdString(state.group)},
          {QStringLiteral("closed"), QJsonArray::fromStringList(state.closed)},
          {QStringLiteral("filter"), state.filter},
          {QStringLiteral("archived"), state.archived}};
}

RunsViewState stateOf(const QJsonObject& json) {
  RunsViewState state;
  for (const QJsonValue& one : json[QLatin1String("columns")].toArray())
    if (const QString name = one[QLatin1String("name")].toString(); !name.isEmpty())
      state.columns.push_back({name.toStdString(), qBound(0, one[QLatin1String("width")].toInt(), 4000)});
  state.pinned = qBound(0, json[QLatin1String("pinned")].toInt(), 100);
  for (const QJsonValue& one : json[QLatin1String("sort")].toArray())
    state.keys.push_back({one[QLatin1String("column")].toString().toStdString(), one[QLatin1String("descending")].toBool()});
  state.group = json[QLatin1String("group")].toString().toStdString();
  for (const QJsonValue& one : json[QLatin1String("closed")].toArray())
    if (one.isString() && state.closed.size() < kMostClosed) state.closed << one.toString();
  state.filter = json[QLatin1String("filter")].toString();
  state.archived = json[QLatin1String("archived")].toBool();
  return state;
}

}  // namespace

QString textOf(const SavedViews& views) {
  QJsonObject named;
  for (const auto& [name, state] : views.named) named[name] = jsonOf(state);
  const QJsonObject json{{QStringLiteral("last"), jsonOf(views.last)}, {QStringLiteral("named"), named}};
  return QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact));
}

SavedViews savedViewsOf(const QString& text) {
  SavedViews views;
  const QJsonObject json = QJsonDocument::fromJson(text.toUtf8()).object();
  views.last = stateOf(json[QLatin1String("last")].toObject());
  const QJsonObject named = json[QLatin1String("named")].toObject();
  for (auto it = named.begin(); it != named.end(); ++it) views.named[it.key()] = stateOf(it.value().toObject());
  return views;
}

}  // namespace stepscope
