#include "app/desktop/start_desk.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QStackedWidget>

#include "app/desktop/example_project.h"
#include "views/common/file_entry.h"
#include "views/project/recent_files.h"
#include "views/session/session.h"
#include "views/start/dropped_file.h"
#include "views/start/new_from_data.h"
#include "views/start/preparing_card.h"
#include "views/start/start_page.h"

namespace stepscope {

namespace {

std::vector<StartExample> examples() {
  std::vector<StartExample> all;
  if (const QString shapes = exampleProject(); !shapes.isEmpty())
    all.push_back({StartDesk::tr("Shapes"), StartDesk::tr("Learns to classify drawn shapes. It draws its own pictures: nothing is downloaded."),
                   QStringLiteral("pictures"), shapes});
  return all;
}

const QString kFolderKey = QStringLiteral("newProjectFolder"), kDataKey = QStringLiteral("dataFolder");

}  // namespace

StartDesk::StartDesk(Session* session, QSettings& settings, QWidget* views, QObject* parent)
    : QObject(parent),
      session_(session),
      settings_(settings),
      pages_(new QStackedWidget),
      views_(views),
      start_(new StartPage(examples())),
      new_(new NewFromData),
      card_(new PreparingCard(pages_)) {
  for (QWidget* page : {static_cast<QWidget*>(start_), static_cast<QWidget*>(new_), views_}) pages_->addWidget(page);
  if (const QString folder = settings_.value(kFolderKey).toString(); !folder.isEmpty()) new_->setParentFolder(folder);

  connect(start_, &StartPage::openRequested, this, [this](const QString& path) { Q_EMIT openRequested(path, false); });
  connect(start_, &StartPage::trainRequested, this, [this](const QString& path) { Q_EMIT openRequested(path, true); });
  connect(start_, &StartPage::dropped, this, &StartDesk::dropped);
  connect(start_, &StartPage::dataRequested, this, &StartDesk::chooseFolder);
  connect(start_, &StartPage::fileRequested, this, &StartDesk::chooseFile);
  connect(start_, &StartPage::projectRequested, this, &StartDesk::projectRequested);
  connect(start_, &StartPage::traceRequested, this, &StartDesk::traceRequested);
  connect(start_, &StartPage::locateRequested, this, &StartDesk::locate);
  connect(start_, &StartPage::forgetRequested, this, [this](const QString& path) {
    RecentFiles(settings_).remove(path);
    fillStart();
  });
  connect(new_, &NewFromData::created, this, [this](const QString& file, bool train) {
    settings_.setValue(kFolderKey, QFileInfo(QFileInfo(file).path()).path());
    Q_EMIT openRequested(file, train);
  });
  connect(new_, &NewFromData::dataRequested, this, &StartDesk::chooseFolder);
  connect(new_, &NewFromData::cancelled, this, [this] { session_->project() ? showViews() : showStart(); });
  connect(card_, &PreparingCard::cancelled, session_, &Session::stop);
  connect(session_, &Session::stateChanged, this, &StartDesk::showProgress);
  connect(session_, &Session::trainingChanged, this, &StartDesk::showProgress);
  // Hidden pages get a policy that ignores their sizes, so that only the visible page determines the minimum size of the window.
  const auto size = [this] {
    for (int i = 0; i < pages_->count(); ++i) {
      const QSizePolicy::Policy policy = i == pages_->currentIndex() ? QSizePolicy::Expanding : QSizePolicy::Ignored;
      pages_->widget(i)->setSizePolicy(policy, policy);
    }
  };
  size();
  connect(pages_, &QStackedWidget::currentChanged, this, size);
  connect(pages_, &QStackedWidget::currentChanged, this, &StartDesk::pageChanged);
  showStart();
}

bool StartDesk::showsViews() const {
  return pages_->currentWidget() == views_;
}

void StartDesk::showStart() {
  fillStart();
  pages_->setCurrentWidget(start_);
}

void StartDesk::showViews() {
  pages_->setCurrentWidget(views_);
}

void StartDesk::showNew(const QString& data) {
  settings_.setValue(kDataKey, QFileInfo(data).absolutePath());
  pages_->setCurrentWidget(new_);
  new_->lookAt(data);
}

void StartDesk::chooseFolder() {
  const QString path = QFileDialog::getExistingDirectory(pages_, tr("A Folder of Pictures, One Sub-folder a Class"),
                                                         settings_.value(kDataKey, QDir::homePath()).toString());
  if (!path.isEmpty()) showNew(path);
}

void StartDesk::chooseFile() {
  const QString path = QFileDialog::getOpenFileName(pages_, tr("A Table or a Text"), settings_.value(kDataKey, QDir::homePath()).toString(),
                                                    tr("Tables and texts (*.csv *.csv.gz *.tsv *.data *.txt *.txt.gz *.md);;All files (*)"));
  if (!path.isEmpty()) showNew(path);
}

void StartDesk::remember(const QString& path) {
  RecentFiles(settings_).add(path);
}

void StartDesk::fillStart() {
  const RecentFiles recent(settings_);
  std::vector<StartPage::Recent> rows;
  for (const QString& file : recent.files()) rows.push_back({file, recent.openedAt(file), droppedFile(file) == DroppedFile::Trace});
  start_->setRecent(rows);
}

// Asks where a missing project or trace is now, removes its old path from the list of recent files, and opens the new one.
void StartDesk::locate(const QString& path) {
  if (filesOf(path).size() > 1) return traceRequested();
  const bool trace = droppedFile(path) == DroppedFile::Trace;
  const QString found = QFileDialog::getOpenFileName(pages_, tr("Where %1 Is Now").arg(QFileInfo(path).fileName()), QFileInfo(path).path(),
                                                     trace ? QString() : tr("Stepscope projects (*.toml)"));
  if (found.isEmpty()) return;
  RecentFiles(settings_).remove(path);
  Q_EMIT openRequested(found, false);
}

void StartDesk::showProgress() {
  const bool preparing = session_->training() && session_->state() == TrainerState::Preparing;
  if (!preparing) return card_->end();
  if (!card_->isVisible()) card_->begin(tr("Preparing the run"));
  card_->setPhase(session_->stateText());
}

}  // namespace stepscope
