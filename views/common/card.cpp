#include "views/common/card.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "views/common/elided_label.h"

namespace stepscope {

Card::Card(const QString& heading, const QString& note, QWidget* parent)
    : QFrame(parent), heading_(new ElidedLabel(heading)), note_(new ElidedLabel(note)), header_(new QHBoxLayout), body_(new QVBoxLayout(this)) {
  setProperty("card", true);
  heading_->setProperty("role", "heading");
  note_->setProperty("role", "dim");
  header_->setSpacing(6);
  header_->addWidget(heading_);
  header_->addStretch(1);
  header_->addWidget(note_);
  body_->setContentsMargins(14, 8, 14, 10);
  body_->setSpacing(6);
  body_->addLayout(header_);
}

void Card::setHeading(const QString& heading) {
  heading_->setText(heading);
}
void Card::setNote(const QString& note) {
  note_->setText(note);
}
void Card::addToHeader(QWidget* widget) {
  header_->addWidget(widget);
}

}  // namespace stepscope
