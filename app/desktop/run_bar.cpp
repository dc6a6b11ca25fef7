#include "app/desktop/run_bar.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include "app/desktop/window_actions.h"
#include "views/common/icons.h"
#include "views/common/theme.h"

namespace stepscope {

namespace {

QToolButton* buttonOf(QAction* action, const QString& name) {
  auto* button = new QToolButton;
  button->setDefaultAction(action);
  button->setObjectName(name);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setProperty("button", true);
  button->setIconSize(QSize(14, 14));
  button->setFixedHeight(28);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

}  // namespace

RunBar::RunBar(const WindowActions& actions, QWidget* parent)
    : QToolBar(parent),
      project_(new QLabel),
      run_(new QLabel),
      memory_(new QLabel),
      train_(buttonOf(actions.train, QStringLiteral("train"))),
      device_(new QToolButton),
      deviceMenu_(new QMenu(this)) {
  setObjectName(QStringLiteral("runBar"));
  setWindowTitle(tr("Run"));
  setMovable(false);
  setFloatable(false);
  setFixedHeight(44);
  setContextMenuPolicy(Qt::PreventContextMenu);

  auto* names = new QWidget;
  auto* namesLayout = new QHBoxLayout(names);
  namesLayout->setContentsMargins(4, 0, 16, 0);
  namesLayout->setSpacing(14);
  project_->setFont(textFont(13, QFont::DemiBold));
  run_->setProperty("role", "dim");
  namesLayout->addWidget(project_);
  namesLayout->addWidget(run_);
  names->setMinimumWidth(258);
  addWidget(names);

  actions.train->setIcon(icon(QStringLiteral("train"), IconTint::OnAccent));
  train_->setProperty("primary", true);
  train_->setMinimumWidth(84);
  const auto add = [this](QWidget* widget) {
    addWidget(widget);
    auto* gap = new QWidget;
    gap->setFixedWidth(2);
    addWidget(gap);
  };
  add(train_);
  add(buttonOf(actions.pause, QStringLiteral("pause")));
  add(buttonOf(actions.stop, QStringLiteral("stop")));
  add(buttonOf(actions.capture, QStringLiteral("capture")));

  auto* stretch = new QWidget;
  stretch->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  addWidget(stretch);
  device_->setProperty("chip", true);
  device_->setObjectName(QStringLiteral("device"));
  device_->setToolButtonStyle(Qt::ToolButtonTextOnly);
  device_->setText(tr("CPU"));
  device_->setFixedHeight(26);
  connect(device_, &QToolButton::clicked, actions.doctor, &QAction::trigger);
  device_->setPopupMode(QToolButton::MenuButtonPopup);
  device_->setMenu(deviceMenu_);
  deviceMenu_->setToolTipsVisible(true);
  memory_->setProperty("chip", true);
  memory_->setFixedHeight(26);
  memory_->hide();
  addWidget(device_);
  auto* gap = new QWidget;
  gap->setFixedWidth(4);
  addWidget(gap);
  memoryAction_ = addWidget(memory_);
  memoryAction_->setVisible(false);
  auto* search = buttonOf(actions.quickSearch, QStringLiteral("search"));
  search->setToolButtonStyle(Qt::ToolButtonIconOnly);
  search->setFixedWidth(36);
  auto* gap2 = new QWidget;
  gap2->setFixedWidth(4);
  addWidget(gap2);
  addWidget(search);
}

void RunBar::setProjectName(const QString& name) {
  project_->setText(name);
}
void RunBar::setRunName(const QString& name) {
  run_->setText(name);
}

void RunBar::setDevice(const QString& text, const QString& tip) {
  device_->setText(text);
  device_->setToolTip(tip);
}

void RunBar::setMemory(const QString& text, const QString& tip) {
  memory_->setText(text);
  memory_->setToolTip(tip);
  memoryAction_->setVisible(!text.isEmpty());
}

}  // namespace stepscope
