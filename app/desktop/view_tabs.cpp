#include "app/desktop/view_tabs.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <algorithm>

#include "app/desktop/help.h"
#include "app/desktop/view_table.h"
#include "app/desktop/window_actions.h"
#include "views/common/picture_menu.h"
#include "views/common/theme.h"
#include "views/diagnosis/tab_badge.h"
#include "views/session/session.h"
#include "views/session/shown_trace.h"
#include "views/session/undo_stacks.h"
#include "views/session/window_requests.h"

namespace stepscope {

namespace {

int indexOfView(const QString& name) {
  const auto& defs = viewDefs();
  const auto at = std::find_if(defs.begin(), defs.end(), [&](const ViewDef& def) { return def.name == name; });
  if (at == defs.end()) qFatal("%s: no view has this name (app/desktop/view_table.cpp).", qPrintable(name));
  return static_cast<int>(at - defs.begin());
}

int indexOfPlace(const QString& name) {
  const auto& defs = placeDefs();
  return static_cast<int>(std::find_if(defs.begin(), defs.end(), [&](const PlaceDef& def) { return def.name == name; }) - defs.begin());
}

const ViewDef& defAt(int index) {
  return viewDefs()[static_cast<std::size_t>(index)];
}

QToolButton* flatButton() {
  auto* button = new QToolButton;
  button->setProperty("flat", true);
  button->setFocusPolicy(Qt::TabFocus);
  return button;
}

}  // namespace

ViewTabs::ViewTabs(const ViewContext& context, const WindowActions& actions)
    : c_(context),
      commands_(actions.views.begin(), actions.views.end()),
      head_(new QStackedWidget),
      views_(new QStackedWidget),
      bar_(new QTabBar),
      settings_(flatButton()),
      back_(flatButton()),
      title_(new QLabel) {
  setObjectName(QStringLiteral("views"));
  for (const ViewDef& def : viewDefs()) views_->addWidget(def.make(c_));
  buildHead();
  views_->setObjectName(QStringLiteral("viewPages"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(head_);
  layout->addWidget(views_, 1);
  for (QAction* view : commands_) connect(view, &QAction::triggered, this, [this, view] { Q_EMIT c_.window.viewRequested(view->objectName()); });
  connect(actions.savePicture, &QAction::triggered, this, [this] { savePictureAs(*currentView(), defAt(views_->currentIndex()).title.toLower()); });
  connect(actions.fit, &QAction::triggered, &c_.window, &WindowRequests::fitRequested);
  connect(actions.help, &QAction::triggered, this, &ViewTabs::showHelp);
  connect(&c_.window, &WindowRequests::badgeRequested, this, &ViewTabs::showBadge);
  for (const auto signal : {&ShownTrace::changed, &ShownTrace::left}) connect(&c_.trace, signal, this, &ViewTabs::showOffer);
  connect(&c_.trace, &ShownTrace::liveChanged, this, &ViewTabs::showOffer);
  connect(&c_.session, &Session::projectChanged, this, &ViewTabs::showOffer);
  commands_.front()->setChecked(true);
  showOffer();
}

void ViewTabs::buildHead() {
  bar_->setObjectName(QStringLiteral("places"));
  bar_->setDrawBase(false);
  bar_->setExpanding(false);
  for (const PlaceDef& place : placeDefs()) bar_->addTab(place.title);
  auto* places = new QWidget;
  auto* row = new QHBoxLayout(places);
  row->setContentsMargins(11, 0, 8, 0);
  row->setSpacing(4);
  row->addWidget(bar_);
  row->addStretch(1);
  for (std::size_t i = 0; i < viewDefs().size(); ++i) {
    QToolButton* mode = flatButton();
    mode->setText(viewDefs()[i].title);
    mode->setToolTip(viewDefs()[i].help);
    mode->setCheckable(true);
    connect(mode, &QToolButton::clicked, this, [this, name = viewDefs()[i].name] { showView(name); });
    row->addWidget(mode);
    modes_.push_back(mode);
  }
  settings_->setDefaultAction(commands_.back());
  settings_->setObjectName(QStringLiteral("settingsButton"));
  row->addSpacing(8);
  row->addWidget(settings_);

  auto* page = new QWidget;
  auto* pageRow = new QHBoxLayout(page);
  pageRow->setContentsMargins(8, 0, 8, 0);
  back_->setObjectName(QStringLiteral("backToViews"));
  connect(back_, &QToolButton::clicked, this, [this] { showView(defAt(before_).name); });
  title_->setProperty("role", "heading");
  pageRow->addWidget(back_);
  pageRow->addWidget(title_);
  pageRow->addStretch(1);
  head_->addWidget(places);
  head_->addWidget(page);
  head_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  connect(bar_, &QTabBar::currentChanged, this, [this](int place) {
    const QString& name = placeDefs()[static_cast<std::size_t>(place)].name;
    const auto& defs = viewDefs();
    const auto first = std::find_if(defs.begin(), defs.end(), [&](const ViewDef& def) { return def.place == name; });
    const int wanted = last_.value(name, static_cast<int>(first - defs.begin()));
    show(isOffered(defAt(wanted)) ? wanted : static_cast<int>(first - defs.begin()));
  });
}

bool ViewTabs::isOffered(const ViewDef& def) const {
  if (def.fits && !def.fits(c_.trace.trace().get())) return false;
  return c_.trace.file().isEmpty() || def.ofTraces;
}

QStringList ViewTabs::offered() const {
  QStringList names;
  for (const ViewDef& def : viewDefs())
    if (isOffered(def)) names << def.name;
  return names;
}

QString ViewTabs::currentName() const {
  return defAt(views_->currentIndex()).name;
}

QWidget* ViewTabs::currentView() const {
  return views_->currentWidget();
}

QWidget* ViewTabs::view(const QString& name) const {
  return views_->widget(indexOfView(name));
}

void ViewTabs::showView(const QString& name) {
  const int index = indexOfView(name);
  if (!defAt(index).ofTraces && c_.session.project()) c_.trace.leave();
  show(index);
  currentView()->setFocus();
}

void ViewTabs::show(int index) {
  const ViewDef& def = defAt(index);
  const int previous = views_->currentIndex();
  if (def.place.isEmpty()) {
    if (!defAt(previous).place.isEmpty()) before_ = previous;
    back_->setText(tr("Back to %1").arg(defAt(before_).title));
    title_->setText(def.title);
  } else {
    last_[def.place] = index;
    const QSignalBlocker quiet(bar_);
    bar_->setCurrentIndex(indexOfPlace(def.place));
  }
  head_->setCurrentIndex(def.place.isEmpty() ? 1 : 0);
  views_->setCurrentIndex(index);
  showOffer();
  if (index == previous) return;
  c_.undo.showView(currentView());
  commands_[static_cast<std::size_t>(index)]->setChecked(true);
  Q_EMIT c_.window.viewShown(def.name);
}

// Shows the tabs and modes of the views that are offered now, and those of the present view, even if it is not offered.
void ViewTabs::showOffer() {
  const int current = views_->currentIndex();
  const QString& place = defAt(current).place;
  const QSignalBlocker quiet(bar_);
  for (std::size_t p = 0; p < placeDefs().size(); ++p) {
    const QString& name = placeDefs()[p].name;
    const auto& defs = viewDefs();
    bar_->setTabVisible(static_cast<int>(p), name == place || std::any_of(defs.begin(), defs.end(),
                                                                          [&](const ViewDef& def) { return def.place == name && isOffered(def); }));
  }
  if (!place.isEmpty()) bar_->setCurrentIndex(indexOfPlace(place));
  settings_->setVisible(isOffered(viewDefs().back()));
  int shown = 0;
  for (std::size_t i = 0; i < modes_.size(); ++i) {
    const bool offers = !place.isEmpty() && viewDefs()[i].place == place && (isOffered(viewDefs()[i]) || static_cast<int>(i) == current);
    modes_[i]->setVisible(offers);
    modes_[i]->setChecked(static_cast<int>(i) == current);
    shown += offers ? 1 : 0;
  }
  if (shown == 1) modes_[static_cast<std::size_t>(current)]->hide();
}

// Shows a number on the tab of a view. The badge keeps its space even without a number, so that tabs do not move.
void ViewTabs::showBadge(const QString& name, int count) {
  if (!badge_) {
    badge_ = new TabBadge(0);
    bar_->setTabButton(indexOfPlace(defAt(indexOfView(name)).place), QTabBar::RightSide, badge_);
  }
  badge_->setNumber(count);
}

void ViewTabs::showHelp() {
  const QString& about = defAt(views_->currentIndex()).about;
  if (about.isEmpty()) QMetaObject::invokeMethod(currentView(), "showKeys");
  else showKeys(window(), about);
}

}  // namespace stepscope
