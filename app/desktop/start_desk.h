// The centre of the window: the start page if nothing is open, the page of a new project, or the views. While a run is prepared, a card above them
// shows the progress.
#pragma once

#include <QObject>
#include <QSettings>

#include "views/common/message_bar.h"

class QStackedWidget;
class QWidget;

namespace stepscope {

class NewFromData;
class PreparingCard;
class Session;
class StartPage;

class StartDesk : public QObject {
  Q_OBJECT
 public:
  StartDesk(Session* session, QSettings& settings, QWidget* views, QObject* parent = nullptr);
  QStackedWidget* pages() const { return pages_; }
  StartPage* start() const { return start_; }
  NewFromData* newFromData() const { return new_; }
  PreparingCard* card() const { return card_; }
  bool showsViews() const;

 public Q_SLOTS:
  void showStart();
  void showViews();
  void showNew(const QString& data);  // shows the page of a new project from these data
  void chooseFolder();                // asks for a folder of pictures, then showNew()
  void chooseFile();
  void remember(const QString& path);  // adds `path` to the recent files

 Q_SIGNALS:
  void openRequested(const QString& path, bool train);  // a project or a trace
  void dropped(const QString& path);                    // a file of any kind was dropped
  void projectRequested();
  void traceRequested();
  void pageChanged();

 private:
  void fillStart();
  void locate(const QString& path);
  void showProgress();

  Session* session_;
  QSettings& settings_;
  QStackedWidget* pages_;
  QWidget* views_;
  StartPage* start_;
  NewFromData* new_;
  PreparingCard* card_;
};

}  // namespace stepscope
