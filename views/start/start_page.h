// The page that is shown if nothing is open: recent projects and traces, an area onto which files are dropped, and examples.
#pragma once

#include <QStringList>
#include <QWidget>

#include "views/common/job.h"
#include "views/start/recent_entry.h"

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace stepscope {

class DropZone;
class RecentRow;

struct StartExample {
  QString title, note;  // "Shapes", "draws its own pictures"
  QString icon;
  QString project;  // path of the project file
};

class StartPage : public QWidget {
  Q_OBJECT
 public:
  explicit StartPage(std::vector<StartExample> examples, QWidget* parent = nullptr);

  struct Recent {
    QString path;
    qint64 opened = 0;  // Unix time, ms; 0: not known
    bool trace = false;
  };
  // `recent` is ordered newest first. Names are shown at once, curves and results as soon as they are read.
  void setRecent(const std::vector<Recent>& recent);
  const std::vector<RecentRow*>& rows() const { return rows_; }
  DropZone* dropZone() const { return drop_; }
  QPushButton* exampleButton(int index) const { return examples_.at(static_cast<std::size_t>(index)); }

 Q_SIGNALS:
  void openRequested(const QString& path);   // a project or a trace
  void trainRequested(const QString& path);  // opens the project and trains it
  void dropped(const QString& path);         // a file of any kind was dropped
  void dataRequested();                      // the user wants to choose a folder of images
  void fileRequested();                      // the user wants to choose a table or a text
  void projectRequested();
  void traceRequested();
  void locateRequested(const QString& path);  // the user wants to find a missing recent file
  void forgetRequested(const QString& path);
  void loaded();  // all rows show their complete entries

 private:
  QWidget* makeRecent();
  QWidget* makeStart(const std::vector<StartExample>& examples);
  RecentRow* addRow(QVBoxLayout* layout, RecentEntry entry);

  QVBoxLayout *projects_ = nullptr, *traces_ = nullptr;
  QLabel *none_ = nullptr, *tracesHeading_ = nullptr;
  DropZone* drop_ = nullptr;
  std::vector<RecentRow*> rows_;
  std::vector<QPushButton*> examples_;
  JobSlot job_;
};

}  // namespace stepscope
