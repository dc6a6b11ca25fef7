#include "app/desktop/close_guard.h"

#include <QMessageBox>
#include <QPushButton>

#include "views/session/session.h"
#include "views/session/window_requests.h"

namespace stepscope {

CloseGuard::CloseGuard(const ViewContext& context, QWidget* window) : QObject(window), c_(context), window_(window) {
  const auto closeAtLast = [this](bool training) {
    if (!training && closing_) window_->close();
  };
  connect(&c_.session, &Session::trainingChanged, this, closeAtLast);
  connect(&c_.session, &Session::queueChanged, this, closeAtLast);
}

bool CloseGuard::mayClose() {
  if (!c_.session.training() && !c_.session.queueTrains()) return true;
  if (!closing_) ask();
  return false;
}

void CloseGuard::restart() {
  restarts_ = true;
  window_->close();
}

void CloseGuard::ask() {
  auto* box = new QMessageBox(QMessageBox::Question, tr("A Run Is Training"), tr("Stop the run and save a checkpoint? It can be resumed later."),
                              QMessageBox::NoButton, window_);
  box->setObjectName(QStringLiteral("closeQuestion"));
  box->setAttribute(Qt::WA_DeleteOnClose);
  QPushButton* stopButton = box->addButton(tr("Stop and Save"), QMessageBox::AcceptRole);
  stopButton->setProperty("primary", true);
  box->addButton(tr("Keep Training"), QMessageBox::RejectRole);
  connect(box, &QDialog::rejected, this, [this] { restarts_ = false; });
  box->setDefaultButton(stopButton);
  connect(stopButton, &QPushButton::clicked, this, &CloseGuard::stop);
  box->open();
}

void CloseGuard::stop() {
  closing_ = true;
  if (c_.session.training()) c_.session.stop();
  else if (c_.session.queueTrains()) Q_EMIT c_.window.queueStopRequested();
  else window_->close();
}

}  // namespace stepscope
