// Of the window: what it keeps of its layout, and how it closes while a run trains.
#include <QCloseEvent>
#include <QDockWidget>
#include <QMessageBox>
#include <QPushButton>

#include "app/desktop/main_window.h"
#include "views/session/session.h"
#include "views/sweeps/sweeps_view.h"

namespace stepscope {

namespace {
constexpr int kLayoutVersion = 1;
}

void MainWindow::restoreLayout() {
  defaultLayout_ = saveState(kLayoutVersion);
  const QByteArray geometry = settings_.value(QStringLiteral("window/geometry")).toByteArray();
  if (!geometry.isEmpty()) restoreGeometry(geometry);
  const QByteArray layout = settings_.value(QStringLiteral("window/layout")).toByteArray();
  if (!layout.isEmpty()) restoreState(layout, kLayoutVersion);
  if (!inspectorDock_->isFloating()) inspectorDock_->hide();  // it opens with the first selection
  inspectorWanted_ = settings_.value(QStringLiteral("window/inspector"), true).toBool();
}

void MainWindow::resetLayout() {
  inspectorWanted_ = true;
  restoreState(defaultLayout_, kLayoutVersion);
  resizeDocks({projectDock_}, {projectDock_->minimumSizeHint().width()}, Qt::Horizontal);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (session_->training() || sweeps_->active()) {
    event->ignore();
    if (closing_) return;
    auto* box = new QMessageBox(QMessageBox::Question, tr("A Run Is Training"),
                                tr("Stop the run and save a checkpoint? It can be resumed later."), QMessageBox::NoButton, this);
    box->setObjectName(QStringLiteral("closeQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* stop = box->addButton(tr("Stop and Save"), QMessageBox::AcceptRole);
    stop->setProperty("primary", true);
    box->addButton(tr("Keep Training"), QMessageBox::RejectRole);
    connect(box, &QDialog::rejected, this, [this] { restarts_ = false; });
    box->setDefaultButton(stop);
    connect(stop, &QPushButton::clicked, this, [this] {
      closing_ = true;
      if (session_->training())
        session_->stop();
      else if (sweeps_->active())
        sweeps_->stop();
      else
        close();
    });
    box->open();
    return;
  }
  settings_.setValue(QStringLiteral("window/geometry"), saveGeometry());
  if (projectDockWanted_) projectDock_->show();  // hidden only for want of a project
  settings_.setValue(QStringLiteral("window/layout"), saveState(kLayoutVersion));
  settings_.setValue(QStringLiteral("window/inspector"), inspectorWanted_);
  QMainWindow::closeEvent(event);
}

}  // namespace stepscope
