#include "views/common/empty_state.h"

#include <algorithm>

#include "views/common/theme.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace stepscope {

EmptyState::EmptyState(const QString& title, const QString& sentence, const QString& button, QWidget* parent)
    : QWidget(parent), title_(new QLabel), sentence_(new QLabel), button_(new QPushButton) {
  title_->setAlignment(Qt::AlignHCenter);
  title_->setFont(textFont(15, QFont::DemiBold));
  sentence_->setProperty("role", "dim");
  sentence_->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
  sentence_->setWordWrap(true);
  sentence_->setFixedWidth(420);
  button_->setProperty("primary", true);
  button_->setCursor(Qt::PointingHandCursor);
  connect(button_, &QPushButton::clicked, this, &EmptyState::activated);

  auto* layout = new QVBoxLayout(this);
  layout->setSpacing(10);
  layout->addStretch(2);
  layout->addWidget(title_, 0, Qt::AlignHCenter);
  layout->addWidget(sentence_, 0, Qt::AlignHCenter);
  layout->addSpacing(4);
  layout->addWidget(button_, 0, Qt::AlignHCenter);
  layout->addStretch(3);
  setTexts(title, sentence, button);
}

void EmptyState::setTexts(const QString& title, const QString& sentence, const QString& button) {
  title_->setText(title);
  sentence_->setText(sentence);
  sentence_->setFixedHeight(std::max(0, sentence_->heightForWidth(sentence_->width())));  // a centred label would get only one line
  button_->setText(button);
  button_->setVisible(!button.isEmpty());
  setAccessibleName(title);
  setAccessibleDescription(sentence);
}

QScrollArea* scrolledDown(QWidget* page) {
  auto* scroll = new QScrollArea;
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(page);
  return scroll;
}

QVBoxLayout* aboveCards(QWidget* bar) {
  auto* layout = new QVBoxLayout;
  layout->setContentsMargins(12, 0, 12, 0);
  layout->addWidget(bar);
  return layout;
}

}  // namespace stepscope
