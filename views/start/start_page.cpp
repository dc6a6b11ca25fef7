#include "views/start/start_page.h"

#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "views/common/card.h"
#include "views/common/empty_state.h"
#include "views/common/icons.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/start/drop_zone.h"
#include "views/start/recent_row.h"

namespace stepscope {

namespace {

QLabel* heading(const QString& words, int pixels) {
  auto* label = new QLabel(words);
  label->setFont(textFont(pixels, QFont::DemiBold));
  return label;
}

}  // namespace

StartPage::StartPage(std::vector<StartExample> examples, QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("startPage"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(32, 22, 32, 20);
  layout->setSpacing(32);
  layout->addWidget(makeRecent(), 67);
  layout->addWidget(makeStart(examples), 33);
}

QWidget* StartPage::makeRecent() {
  auto* inner = new QWidget;
  auto* layout = new QVBoxLayout(inner);
  layout->setContentsMargins(0, 0, 8, 0);
  layout->setSpacing(8);
  layout->addWidget(heading(tr("Recent"), 18));
  none_ = new QLabel(tr("Projects and traces that you open appear here, with the curve of the last run."));
  none_->setProperty("role", "dim");
  none_->setWordWrap(true);
  layout->addWidget(none_);
  projects_ = new QVBoxLayout;
  projects_->setSpacing(8);
  layout->addLayout(projects_);
  tracesHeading_ = heading(tr("Recent traces"), 14);
  layout->addSpacing(6);
  layout->addWidget(tracesHeading_);
  traces_ = new QVBoxLayout;
  traces_->setSpacing(6);
  layout->addLayout(traces_);
  layout->addStretch(1);
  tracesHeading_->hide();
  QScrollArea* scroll = scrolledDown(inner);
  scroll->setFocusPolicy(Qt::NoFocus);
  return scroll;
}

QWidget* StartPage::makeStart(const std::vector<StartExample>& examples) {
  auto* column = new QWidget;
  auto* layout = new QVBoxLayout(column);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(10);
  layout->addWidget(heading(tr("Start"), 18));
  drop_ = new DropZone;
  connect(drop_, &DropZone::dropped, this, &StartPage::dropped);
  connect(drop_, &QAbstractButton::clicked, this, &StartPage::dataRequested);
  layout->addWidget(drop_, 1);

  auto* card = new QFrame;
  card->setProperty("card", true);
  auto* rows = new QVBoxLayout(card);
  rows->setContentsMargins(6, 6, 6, 6);
  rows->setSpacing(2);
  const auto add = [&](const QString& words, const QString& iconName, const QString& keys, auto signal) {
    auto* button = new QPushButton(icon(iconName, IconTint::Accent), QStringLiteral("  ") + words);
    if (!keys.isEmpty()) {
      auto* label = new QLabel(keys);
      label->setProperty("role", "dim");
      label->setAttribute(Qt::WA_TransparentForMouseEvents);
      auto* inside = new QHBoxLayout(button);
      inside->setContentsMargins(0, 0, 12, 0);
      inside->addStretch(1);
      inside->addWidget(label);
    }
    button->setMinimumHeight(30);
    button->setFlat(true);
    button->setStyleSheet(
        QStringLiteral("QPushButton { text-align: left; border-color: transparent; background: transparent; }"
                       "QPushButton:hover, QPushButton:focus { border-color: palette(highlight); }"));
    button->setAccessibleName(words);
    connect(button, &QPushButton::clicked, this, signal);
    rows->addWidget(button);
  };
  add(tr("New from a Folder of Pictures..."), QStringLiteral("pictures"), tr("Ctrl+N"), &StartPage::dataRequested);
  add(tr("New from a Table or a Text..."), QStringLiteral("table"), {}, &StartPage::fileRequested);
  add(tr("Open Project..."), QStringLiteral("folder"), tr("Ctrl+O"), &StartPage::projectRequested);
  add(tr("Open Trace..."), QStringLiteral("trace"), tr("Ctrl+Shift+O"), &StartPage::traceRequested);
  layout->addWidget(card);

  if (examples.empty()) return column;
  layout->addWidget(heading(tr("Examples"), 14));
  auto* cards = new QHBoxLayout;
  cards->setSpacing(8);
  for (const StartExample& example : examples) {
    auto* button = new QPushButton(icon(example.icon, IconTint::Accent), example.title);
    button->setToolTip(example.note);
    button->setAccessibleName(tr("Open the example %1").arg(example.title));
    button->setAccessibleDescription(example.note);
    button->setMinimumHeight(34);
    const QString file = example.project;
    connect(button, &QPushButton::clicked, this, [this, file] { Q_EMIT openRequested(file); });
    cards->addWidget(button);
    auto* note = new QLabel(example.note);
    note->setProperty("role", "dim");
    note->setWordWrap(true);
    cards->addWidget(note, 1);
    examples_.push_back(button);
  }
  layout->addLayout(cards);
  return column;
}

RecentRow* StartPage::addRow(QVBoxLayout* layout, RecentEntry entry) {
  auto* row = new RecentRow(std::move(entry));
  connect(row, &QAbstractButton::clicked, this, [this, row] {
    if (row->entry().there) Q_EMIT openRequested(row->entry().path);
    else Q_EMIT locateRequested(row->entry().path);
  });
  connect(row, &RecentRow::trainRequested, this, [this, row] { Q_EMIT trainRequested(row->entry().path); });
  connect(row, &RecentRow::locateRequested, this, [this, row] { Q_EMIT locateRequested(row->entry().path); });
  row->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(row, &QWidget::customContextMenuRequested, this, [this, row](const QPoint& at) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Remove from This List"), this, [this, row] { Q_EMIT forgetRequested(row->entry().path); });
    menu->popup(row->mapToGlobal(at));
  });
  layout->addWidget(row);
  rows_.push_back(row);
  return row;
}

void StartPage::setRecent(const std::vector<Recent>& recent) {
  for (RecentRow* row : rows_) {
    row->hide();
    row->deleteLater();
  }
  rows_.clear();
  std::vector<QPointer<RecentRow>> rows;
  bool anyTrace = false;
  for (const Recent& one : recent) {
    RecentEntry entry = one.trace ? recentTrace(one.path) : RecentEntry{};
    if (!one.trace) {
      entry.path = one.path;
      entry.icon = QStringLiteral("folder");
      entry.name = QFileInfo(one.path).dir().dirName();
      entry.folder = QFileInfo(one.path).path();
    }
    entry.when = one.opened;
    anyTrace = anyTrace || one.trace;
    rows.push_back(addRow(one.trace ? traces_ : projects_, std::move(entry)));
  }
  none_->setVisible(recent.empty());
  tracesHeading_->setVisible(anyTrace);
  job_.start([this, recent, rows](const std::atomic<bool>& cancelled) -> std::function<void()> {
    std::vector<RecentEntry> entries;
    for (const Recent& one : recent) {
      if (cancelled) return {};
      entries.push_back(one.trace ? recentTrace(one.path) : recentProject(one.path));
      if (entries.back().when == 0) entries.back().when = one.opened;
    }
    return [this, entries = std::move(entries), rows] {
      for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i]) rows[i]->setEntry(entries[i]);
      Q_EMIT loaded();
    };
  });
}

}  // namespace stepscope
