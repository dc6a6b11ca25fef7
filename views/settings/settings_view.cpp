#include "views/settings/settings_view.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QUrl>
#include <QVBoxLayout>

#include "views/common/empty_state.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/session/session.h"
#include "views/settings/setting_row.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

QString titleOf(const std::string& section) {
  QString title = text(section).replace(QLatin1Char('_'), QLatin1Char(' ')).replace(QLatin1Char('.'), QStringLiteral(" · "));
  if (!title.isEmpty()) title[0] = title[0].toUpper();
  return title;
}

}  // namespace

SettingsView::SettingsView(Session* session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      bar_(new MessageBar),
      empty_(new EmptyState(tr("No project is open"), tr("Every key of the project file is shown here as a form, with its meaning."),
                            tr("Open Project..."))),
      form_(new QWidget),
      filter_(new QLineEdit),
      sections_(new QListWidget),
      scroll_(new QScrollArea),
      consequence_(new QLabel),
      nothing_(new QLabel),
      apply_(new QPushButton(tr("Apply"))),
      revert_(new QPushButton(tr("Revert"))) {
  setObjectName(QStringLiteral("settingsView"));
  filter_->setPlaceholderText(tr("Filter: rate, batch, epochs"));
  filter_->setClearButtonEnabled(true);
  filter_->setAccessibleName(tr("Filter the settings"));
  sections_->setFixedWidth(180);
  sections_->setFrameShape(QFrame::NoFrame);
  sections_->setAccessibleName(tr("Sections"));
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->setFocusPolicy(Qt::NoFocus);
  nothing_->setProperty("role", "dim");
  nothing_->hide();
  apply_->setProperty("primary", true);
  apply_->setToolTip(tr("Writes the project file (Ctrl+Enter)"));
  revert_->setToolTip(tr("Reverts the changes that are not applied yet (Escape)"));
  consequence_->setWordWrap(true);

  auto* left = new QVBoxLayout;
  left->addWidget(filter_);
  left->addWidget(sections_, 1);
  auto* file = new QPushButton(tr("Open the File"));
  file->setToolTip(tr("In the editor of the desktop. Lists of tables, such as [[model.layers]], are edited there."));
  connect(file, &QPushButton::clicked, this, [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(model_.file())); });
  left->addWidget(file);
  auto* middle = new QHBoxLayout;
  middle->setSpacing(16);
  middle->addLayout(left);
  auto* right = new QVBoxLayout;
  right->addWidget(nothing_);
  right->addWidget(scroll_, 1);
  middle->addLayout(right, 1);
  filter_->setFixedWidth(180);
  auto* last = new QHBoxLayout;
  last->setSpacing(8);
  last->addWidget(consequence_, 1);
  last->addWidget(revert_);
  last->addWidget(apply_);
  auto* inner = new QVBoxLayout(form_);
  inner->setContentsMargins(16, 10, 16, 10);
  inner->addWidget(bar_);
  inner->addLayout(middle, 1);
  inner->addLayout(last);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(form_, 1);
  layout->addWidget(empty_, 1);

  connect(empty_, &EmptyState::activated, this, [this] { Q_EMIT openRequested({}); });
  connect(filter_, &QLineEdit::textChanged, this, &SettingsView::filter);
  connect(sections_, &QListWidget::currentRowChanged, this, [this](int at) {
    if (at >= 0 && at < static_cast<int>(rows_.size())) scroll_->verticalScrollBar()->setValue(rows_[static_cast<std::size_t>(at)].heading->y());
  });
  connect(apply_, &QPushButton::clicked, &model_, &SettingsModel::apply);
  connect(revert_, &QPushButton::clicked, &model_, &SettingsModel::revert);
  connect(&model_, &SettingsModel::opened, this, &SettingsView::showAll);
  connect(&model_, &SettingsModel::editsChanged, this, &SettingsView::showEdits);
  connect(&model_, &SettingsModel::applied, this, &SettingsView::applied);
  connect(&model_, &SettingsModel::message, this, &SettingsView::tell);
  const auto follow = [this] { model_.open(session_->project() ? text(session_->project()->file) : QString()); };
  connect(session_, &Session::projectChanged, this, follow);
  // Reads the file again if there are no edits. Edits stay, and apply() makes them in the file's new text.
  connect(session_, &Session::reloaded, this, [this, follow] {
    if (!model_.changed()) follow();
  });
  connect(session_, &Session::trainingChanged, &model_, &SettingsModel::setTraining);
  follow();
}

// Shows the message with a button that saves the edited text elsewhere.
void SettingsView::tell(Message message) {
  message.button = tr("Save a Copy...");
  message.action = [this] {
    const QString file = QFileDialog::getSaveFileName(this, tr("Save a Copy of the Project File"), QString(), tr("Stepscope projects (*.toml)"));
    if (file.isEmpty() || !model_.saveCopy(file)) return;
    bar_->dismiss();
    Q_EMIT openRequested(file);
  };
  bar_->showMessage(message);
}

void SettingsView::showEvent(QShowEvent* event) {
  if (stale_) build();
  QWidget::showEvent(event);
}

// The rows are created when they are first shown, which saves time during a training.
void SettingsView::build() {
  stale_ = false;
  rows_.clear();
  sections_->clear();
  auto* inner = new QWidget;
  rowsLayout_ = new QVBoxLayout(inner);
  rowsLayout_->setContentsMargins(0, 0, 10, 0);
  rowsLayout_->setSpacing(2);
  for (const SettingField& field : model_.fields()) {
    if (rows_.empty() || rows_.back().name != field.section) {
      auto* heading = new QLabel(titleOf(field.section));
      heading->setFont(textFont(14, QFont::DemiBold));
      heading->setContentsMargins(0, rows_.empty() ? 0 : 14, 0, 2);
      rowsLayout_->addWidget(heading);
      rows_.push_back({field.section, heading, {}});
      sections_->addItem(titleOf(field.section));
    }
    auto* row = new SettingRow(field, model_.usual(field.key));
    const std::string key = field.key;
    connect(row, &SettingRow::changed, this, [this, key](const QString& value) { model_.set(key, value); });
    connect(row, &SettingRow::leftOut, this, [this, key] {
      model_.leaveOut(key);
      if (SettingRow* one = this->row(key)) one->setValue(model_.shown(key));
    });
    rowsLayout_->addWidget(row);
    rows_.back().rows.push_back(row);
  }
  rowsLayout_->addStretch(1);
  scroll_->setWidget(inner);  // deletes the old one
  for (const Section& section : rows_)
    for (SettingRow* row : section.rows) row->setValue(model_.shown(row->key()));
  showEdits();
  filter(filter_->text());
}

void SettingsView::showAll() {
  const bool open = !model_.file().isEmpty();
  form_->setVisible(open);
  empty_->setVisible(!open);
  // Another model has other arguments, so the rows must be made again.
  bool same = !stale_;
  std::size_t at = 0;
  for (const Section& section : rows_)
    for (SettingRow* row : section.rows) same = same && at < model_.fields().size() && row->key() == model_.fields()[at++].key;
  same = same && at == model_.fields().size();
  if (!same) {
    stale_ = true;
    // Later, since a row of the old form may be emitting the signal.
    if (isVisible())
      QTimer::singleShot(0, this, [this] {
        if (stale_) build();
      });
    return;
  }
  for (const Section& section : rows_)
    for (SettingRow* row : section.rows) row->setValue(model_.shown(row->key()));
}

void SettingsView::showEdits() {
  for (const Section& section : rows_)
    for (SettingRow* row : section.rows) {
      row->setState(model_.edited(row->key()), model_.shown(row->key()).has_value());
      const auto problem = model_.problems().find(row->key());
      row->setProblem(problem == model_.problems().end()
                          ? QString()
                          : engineText(problem->second.happened()) + fullStop() + QLatin1Char(' ') + engineText(problem->second.cure()) + fullStop());
    }
  const bool changed = model_.changed(), wrong = !model_.problems().empty();
  consequence_->setText(changed ? model_.consequence() : tr("Nothing is changed. Keys in bold are in the file."));
  consequence_->setProperty("role", changed ? QVariant() : QVariant(QStringLiteral("dim")));
  consequence_->setStyleSheet(consequence_->styleSheet());
  apply_->setEnabled(changed && !wrong);
  revert_->setEnabled(changed);
}

void SettingsView::filter(const QString& words) {
  bool any = false;
  for (const Section& section : rows_) {
    bool shown = false;
    for (SettingRow* row : section.rows) {
      const bool fits = row->matches(words);
      row->setVisible(fits);
      shown = shown || fits;
    }
    section.heading->setVisible(shown);
    any = any || shown;
  }
  nothing_->setText(tr("No setting is called “%1”.").arg(words));
  nothing_->setVisible(!any && !rows_.empty());
}

SettingRow* SettingsView::row(const std::string& key) const {
  for (const Section& section : rows_)
    for (SettingRow* row : section.rows)
      if (row->key() == key) return row;
  return nullptr;
}

QString SettingsView::consequence() const {
  return consequence_->text();
}

bool SettingsView::focusKey(const std::string& key) {
  if (stale_) build();
  SettingRow* found = row(key);
  if (!found) return false;
  filter_->clear();
  // Positions are known after the layout.
  QTimer::singleShot(0, found, [this, found] {
    scroll_->verticalScrollBar()->setValue(std::max(0, found->y() - 40));
    found->field()->setFocus(Qt::ShortcutFocusReason);
  });
  return true;
}

void SettingsView::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (auto* button = qobject_cast<QPushButton*>(focusWidget()); button && enter) {
    button->click();
  } else if (enter && apply_->isEnabled()) {
    apply_->click();
  } else if (event->key() == Qt::Key_Escape && model_.changed()) {
    model_.revert();
  } else {
    QWidget::keyPressEvent(event);
  }
}

}  // namespace stepscope
