#include "app/desktop/run_bar.h"

#include <QAction>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenu>
#include <QStyleOptionToolButton>
#include <QToolButton>

#include "app/desktop/window_actions.h"
#include "views/common/elided_label.h"
#include "views/common/icons.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/session/session.h"
#include "views/session/shown_run.h"
#include "views/session/shown_trace.h"
#include "views/session/view_context.h"

namespace stepscope {

namespace {

// The Train button. Its background has the accent colour, so its icon gets the colour of text on accent instead of the action's icon.
class PrimaryButton : public QToolButton {
 protected:
  void initStyleOption(QStyleOptionToolButton* option) const override {
    QToolButton::initStyleOption(option);
    static const QIcon onAccent = stepscope::icon(QStringLiteral("train"), IconTint::OnAccent);
    option->icon = onAccent;
  }
};

QToolButton* prepared(QToolButton* button, QAction* action, const QString& name) {
  button->setDefaultAction(action);
  button->setObjectName(name);
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setProperty("button", true);
  button->setIconSize(QSize(14, 14));
  button->setFixedHeight(28);
  button->setFocusPolicy(Qt::TabFocus);
  button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);  // so that its text is never cut
  return button;
}

}  // namespace

RunBar::RunBar(const ViewContext& c, const WindowActions& actions, QWidget* parent)
    : QToolBar(parent),
      project_(new ElidedLabel),
      run_(new ElidedLabel),
      memory_(new ElidedLabel),
      back_(new QToolButton),
      train_(prepared(new PrimaryButton, actions.train, QStringLiteral("train"))),
      device_(new QToolButton),
      deviceMenu_(new QMenu(this)) {
  setObjectName(QStringLiteral("runBar"));
  setWindowTitle(tr("Run"));
  setMovable(false);
  setFloatable(false);
  setFixedHeight(44);
  setContextMenuPolicy(Qt::PreventContextMenu);

  auto* line = new QWidget;
  line->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  line->setMinimumHeight(32);
  auto* layout = new QHBoxLayout(line);
  layout->setContentsMargins(4, 0, 0, 0);
  layout->setSpacing(8);
  auto* names = new QWidget;
  auto* namesLayout = new QHBoxLayout(names);
  namesLayout->setContentsMargins(0, 0, 8, 0);
  namesLayout->setSpacing(10);
  project_->setFont(textFont(13, QFont::DemiBold));
  project_->setAccessibleName(tr("Project"));
  run_->setProperty("role", "dim");
  run_->setAccessibleName(tr("Run that is shown"));
  back_->setProperty("flat", true);
  back_->setObjectName(QStringLiteral("backToRun"));
  back_->setFocusPolicy(Qt::TabFocus);
  back_->hide();
  connect(back_, &QToolButton::clicked, this, [this, c] { trace_.isEmpty() ? c.run.showHome() : c.trace.leave(); });
  namesLayout->addWidget(project_);
  namesLayout->addWidget(run_);
  namesLayout->addWidget(back_);
  namesLayout->addStretch(1);
  names->setMinimumWidth(110);
  layout->addWidget(names, 1);

  train_->setProperty("primary", true);
  commands_ = {train_, prepared(new QToolButton, actions.pause, QStringLiteral("pause")),
               prepared(new QToolButton, actions.stop, QStringLiteral("stop")),
               prepared(new QToolButton, actions.capture, QStringLiteral("capture"))};
  for (QToolButton* command : commands_) layout->addWidget(command);
  layout->addStretch(1);

  device_->setProperty("chip", true);
  device_->setObjectName(QStringLiteral("device"));
  device_->setToolButtonStyle(Qt::ToolButtonTextOnly);
  device_->setText(tr("CPU"));
  device_->setFixedHeight(26);
  device_->setFocusPolicy(Qt::TabFocus);
  device_->setMinimumWidth(72);
  device_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  connect(device_, &QToolButton::clicked, actions.doctor, &QAction::trigger);
  device_->setPopupMode(QToolButton::MenuButtonPopup);
  device_->setMenu(deviceMenu_);
  deviceMenu_->setToolTipsVisible(true);
  memory_->setProperty("chip", true);
  memory_->setFixedHeight(26);
  memory_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  memory_->setAccessibleName(tr("Memory of the step"));
  memory_->hide();
  layout->addWidget(device_);
  layout->addWidget(memory_);
  auto* search = prepared(new QToolButton, actions.quickSearch, QStringLiteral("search"));
  search->setToolButtonStyle(Qt::ToolButtonIconOnly);
  search->setFixedWidth(36);
  layout->addWidget(search);
  addWidget(line);
  const auto show = [this, c] {
    if (c.session.project()) projectName_ = QString::fromStdString(c.session.project()->name);
    trace_ = c.trace.file().isEmpty() ? QString() : QFileInfo(c.trace.file()).fileName();
    runName_ = c.run.title();
    home_ = c.run.home();
    showDocument();
  };
  connect(&c.session, &Session::projectChanged, this, show);
  connect(&c.session, &Session::reloaded, this, show);
  connect(&c.run, &ShownRun::titleChanged, this, show);
  connect(&c.trace, &ShownTrace::opened, this, show);
  connect(&c.trace, &ShownTrace::left, this, show);
}

// Shows the opened trace, or the project and its run. shownName() cleans names, since they may come from other people.
void RunBar::showDocument() {
  const bool trace = !trace_.isEmpty();
  project_->setText(trace ? trace_ : projectName_);
  project_->setAccessibleName(trace ? tr("Trace") : tr("Project"));
  run_->setText(trace || runName_.isEmpty() ? QString() : shownName(runName_));
  const QString back = trace ? projectName_ : home_;
  back_->setVisible(!back.isEmpty());
  memory_->setVisible(!trace && !memory_->text().isEmpty());
  for (QToolButton* command : commands_) command->setVisible(!trace);
  if (back.isEmpty()) return;
  back_->setText(tr("Back to %1").arg(shownName(back)));
  back_->setToolTip(trace ? tr("Closes the trace and shows the project %1 again").arg(shownName(back))
                          : tr("Shows the curves of %1 again").arg(shownName(back)));
}
QString RunBar::runName() const {
  return run_->text();
}

void RunBar::setDevice(const QString& text, const QString& tip) {
  device_->setText(text);
  device_->setToolTip(tip);
}

void RunBar::setMemory(const QString& text, const QString& tip) {
  memory_->setText(text);
  memory_->setTip(tip);
  memory_->setVisible(!text.isEmpty() && trace_.isEmpty());
}

}  // namespace stepscope
