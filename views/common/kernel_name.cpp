#include "views/common/kernel_name.h"

#include <QHash>
#include <QRegularExpression>
#include <algorithm>

namespace stepscope {
namespace {

const QChar kEllipsis(0x2026);

// The index at which the parameter list at the end begins: in "f<(int)3>(float*)" that of "(float*)"; -1: there is none.
qsizetype parametersOf(const QString& name) {
  if (!name.endsWith(QLatin1Char(')'))) return -1;
  int open = 0;
  for (qsizetype i = name.size(); i-- > 0;) {
    if (name[i] == QLatin1Char(')')) ++open;
    if (name[i] == QLatin1Char('(') && --open == 0) return i;
  }
  return -1;
}

QString elided(const QString& name, int most, double at) {
  if (name.size() <= most) return name;
  const auto left = static_cast<qsizetype>((most - 1) * at);
  return name.left(left) + kEllipsis + name.right(most - 1 - left);
}

}  // namespace

QString shortKernelName(const QString& name) {
  QString text = name.simplified();
  if (text.startsWith(QLatin1String("void "))) text = text.mid(5);
  if (!text.contains(QLatin1String("::")) && !text.contains(QLatin1Char('<'))) return text;
  if (const qsizetype at = parametersOf(text); at > 0) text.truncate(at);
  text.remove(QLatin1String("(anonymous namespace)::")).remove(QLatin1String("<unnamed>::"));
  static const QRegularExpression scopes(QStringLiteral("(?:[A-Za-z_][A-Za-z0-9_]*::)+"));
  return text.remove(scopes).trimmed();
}

QStringList elidedApart(const QStringList& names, int most) {
  QStringList result;
  for (const QString& name : names) result << elided(name, most, 0.5);
  // Different names that became equal are cut at other positions, until they differ.
  for (const double at : {0.0, 1.0, 0.25, 0.75}) {
    QHash<QString, QStringList> groups;
    for (qsizetype i = 0; i < names.size(); ++i)
      if (!groups[result[i]].contains(names[i])) groups[result[i]] << names[i];
    bool clash = false;
    for (qsizetype i = 0; i < names.size(); ++i)
      if (groups[result[i]].size() > 1) {
        clash = true;
        const QStringList& same = groups[result[i]];
        QStringList cut;
        for (const QString& name : same) cut << elided(name, most, at);
        if (QStringList distinct = cut; distinct.removeDuplicates() == 0) result[i] = elided(names[i], most, at);
      }
    if (!clash) return result;
  }
  // If the difference is far from both ends, names are shown from the first character in which two of them differ.
  QHash<QString, QStringList> groups;
  for (qsizetype i = 0; i < names.size(); ++i)
    if (!groups[result[i]].contains(names[i])) groups[result[i]] << names[i];
  for (qsizetype i = 0; i < names.size(); ++i) {
    const QStringList& same = groups[result[i]];
    if (same.size() < 2) continue;
    qsizetype common = names[i].size();
    for (const QString& other : same) {
      qsizetype prefix = 0;
      while (prefix < std::min(other.size(), names[i].size()) && other[prefix] == names[i][prefix]) ++prefix;
      if (other != names[i]) common = std::min(common, prefix);
    }
    result[i] = kEllipsis + names[i].mid(common).left(most - 1);
  }
  return result;
}

}  // namespace stepscope
