// How the pages of the window are laid out: what scrolls, and where messages stand.
#pragma once

class QScrollArea;
class QVBoxLayout;
class QWidget;

namespace stepscope {

// As wide as there is room, and scrolled where it is higher; without a frame.
QScrollArea* scrolledDown(QWidget* page);
// A message bar above a page, as far from the edges as the cards below it.
QVBoxLayout* aboveCards(QWidget* bar);

}  // namespace stepscope
