#include "views/start/findings_list.h"

#include <QDir>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/words/engine_text.h"

namespace stepscope {

FindingsList::FindingsList(QWidget* parent) : QWidget(parent), layout_(new QVBoxLayout(this)) {
  layout_->setContentsMargins(0, 0, 0, 0);
  layout_->setSpacing(6);
}

void FindingsList::setFindings(const std::vector<DataFinding>& findings, bool finished) {
  while (QLayoutItem* item = layout_->takeAt(0)) {
    if (item->widget()) item->widget()->deleteLater();
    delete item;
  }
  count_ = static_cast<int>(findings.size());
  for (const DataFinding& finding : findings) layout_->addWidget(rowOf(finding));
  if (findings.empty() && finished) {
    auto* none = new QLabel(tr("Nothing unusual was found."));
    none->setProperty("role", "dim");
    layout_->addWidget(none);
  }
}

QWidget* FindingsList::rowOf(const DataFinding& finding) {
  auto* row = new QFrame;
  row->setProperty("message", finding.weight == DataFinding::Weight::Stop      ? QStringLiteral("error")
                              : finding.weight == DataFinding::Weight::Warning ? QStringLiteral("warning")
                                                                               : QStringLiteral("info"));
  auto* layout = new QVBoxLayout(row);
  layout->setContentsMargins(12, 7, 12, 7);
  layout->setSpacing(3);
  const auto add = [&](const QString& words, bool dim) {
    auto* label = new QLabel(words);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    if (dim) label->setProperty("role", "dim");
    layout->addWidget(label);
  };
  add(asSentence(engineText(finding.what)), false);
  if (!finding.cure.empty()) add(asSentence(engineText(finding.cure)), true);
  if (!finding.examples.empty()) {
    QStringList lines;
    for (const std::string& example : finding.examples) lines << engineText(example);
    if (finding.count > static_cast<std::int64_t>(finding.examples.size()))
      lines << tr("and %1 more").arg(finding.count - static_cast<std::int64_t>(finding.examples.size()));
    add(lines.join(QLatin1Char('\n')), true);
  }
  if (!finding.command.empty()) {
    auto* command = new QLineEdit(text(finding.command));  // in a line edit, the user can select and copy the whole command
    command->setReadOnly(true);
    command->setCursorPosition(0);
    command->setObjectName(QStringLiteral("command"));
    command->setAccessibleName(tr("Command that does it"));
    layout->addWidget(command);
  }
  row->setAccessibleName(asSentence(engineText(finding.what)));
  row->setAccessibleDescription(asSentence(engineText(finding.cure)));
  if (finding.weight == DataFinding::Weight::Stop) {
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(0, 4, 0, 0);
    if (!finding.betterPath.empty()) {
      const QString path = text(finding.betterPath);
      auto* take = new QPushButton(tr("Take \"%1\"").arg(QDir(path).dirName()));
      take->setObjectName(QStringLiteral("takeBetter"));
      take->setProperty("primary", true);
      connect(take, &QPushButton::clicked, this, [this, path] { Q_EMIT pathSuggested(path); });
      buttons->addWidget(take);
    }
    auto* other = new QPushButton(tr("Choose Other Data..."));
    other->setObjectName(QStringLiteral("otherData"));
    connect(other, &QPushButton::clicked, this, &FindingsList::otherDataRequested);
    buttons->addWidget(other);
    buttons->addStretch(1);
    layout->addLayout(buttons);
  }
  return row;
}

}  // namespace stepscope
