#include "views/diagnosis/learn_check_row.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <utility>

#include "views/words/engine_text.h"

namespace stepscope {
namespace {

QLabel* wrapped() {
  auto* label = new QLabel;
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

}  // namespace

LearnCheckRow::LearnCheckRow(QWidget* parent)
    : QWidget(parent), button_(new QPushButton(tr("Check that it can learn"))), sentence_(wrapped()), cure_(wrapped()) {
  cure_->setProperty("role", "dim");
  auto* told = new QVBoxLayout;
  told->setSpacing(2);
  told->addWidget(sentence_);
  told->addWidget(cure_);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(button_, 0, Qt::AlignTop);
  layout->addLayout(told, 1);
  connect(button_, &QPushButton::clicked, this, &LearnCheckRow::press);
  setCheck(nullptr);
  tell({}, {});
}

QString LearnCheckRow::sentence() const {
  return sentence_->text();
}

void LearnCheckRow::setCheck(Check check, const QString& why) {
  check_ = std::move(check);
  if (!check_ && running_) cancel();
  button_->setEnabled(check_ != nullptr);
  button_->setToolTip(check_ ? tr("Learns the first batch by heart, in 50 steps or some more. Nothing is kept.") : why);
}

void LearnCheckRow::forget() {
  if (running_) cancel();
  tell({}, {});
}

void LearnCheckRow::press() {
  if (running_) return cancel();
  if (!check_) return;
  running_ = true;
  button_->setText(tr("Cancel"));
  tell(tr("Learning one batch by heart..."), {});
  job_.start([this, check = check_](const std::atomic<bool>& cancelled) -> std::function<void()> {
    LearnCheck result;
    QString problem;
    try {
      result = check(cancelled);
    } catch (const std::exception& error) {
      problem = engineText(error);
    }
    return [this, result = std::move(result), problem] {
      running_ = false;
      button_->setText(tr("Check that it can learn"));
      if (problem.isEmpty()) tell(engineText(result.sentence), engineText(result.cure));
      else tell(problem, {});
    };
  });
}

// The answer of a job that was cancelled is dropped, whenever it comes.
void LearnCheckRow::cancel() {
  job_.cancel();
  running_ = false;
  button_->setText(tr("Check that it can learn"));
  tell({}, {});
}

void LearnCheckRow::tell(const QString& sentence, const QString& cure) {
  sentence_->setText(sentence);
  cure_->setText(cure);
  cure_->setVisible(!cure.isEmpty());
}

}  // namespace stepscope
