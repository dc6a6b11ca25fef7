#include "views/common/page_layout.h"

#include <QScrollArea>
#include <QVBoxLayout>

namespace stepscope {

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
