// The samples of the open project's data, also before a training: pictures with class and file name, as they are and as training changes them; rows
// of a table; or windows of a text. It also shows the parts and their classes, findings on the data, and how each column of a table is read.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "core/data/preview/data_preview.h"
#include "core/project/project.h"
#include "views/common/job.h"
#include "views/data/sample_source.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QScrollArea;
class QStackedLayout;
class QToolButton;
class QTreeWidget;

namespace stepscope {

struct ViewContext;
class Card;
class ClassBars;
class ColumnsTable;
class EmptyState;
class FindingsList;
class MessageBar;
class ProgressStrip;
class SampleTile;

class SamplesView : public QWidget {
  Q_OBJECT
 public:
  explicit SamplesView(QWidget* parent = nullptr);

  static constexpr int kSamples = 9;  // number of samples that are shown at the same time

  // Sets the project whose data are shown; they are opened as soon as the view is visible. nullopt: no project is open.
  void setProject(std::optional<Project> project);
  // Sets the name of the run whose model is asked by a click on a picture; empty: there is no run with a model.
  void setAsked(const QString& run);

  QString sentence() const;
  QString facts() const;
  const std::vector<SampleTile*>& tiles() const { return tiles_; }
  QTreeWidget* rows() const { return rows_; }
  QComboBox* partBox() const { return part_; }
  QComboBox* classBox() const { return class_; }
  QToolButton* otherButton() const { return other_; }
  QToolButton* drawButton() const { return draw_; }
  FindingsList* findings() const { return findings_; }
  ClassBars* classBars() const { return bars_; }
  ColumnsTable* columns() const { return columns_; }
  MessageBar* messageBar() const { return bar_; }
  EmptyState* emptyState() const { return empty_; }
  ProgressStrip* progress() const { return progress_; }
  bool loading() const { return opening_.busy() || reading_.busy() || examining_.busy(); }

 Q_SIGNALS:
  void projectRequested();                    // by the button of the empty view
  void settingRequested(const QString& key);  // show this key of the project file
  void askRequested(const QString& file);     // ask the model about this picture
  void loaded();                              // samples or findings are shown now

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* makePage();
  QWidget* makeSamples();
  void load();
  void examine();
  void read();  // reads the samples of the chosen part and class
  void take(std::shared_ptr<const SampleSource> source);
  void showSamples(const std::vector<ShownSample>& samples);
  void showPreview(const DataPreview& data);
  void showHead();
  void cancel();
  void fail(const QString& what, const QString& where, const QString& cure);

  std::optional<Project> project_;
  std::shared_ptr<const SampleSource> source_;
  std::optional<DataPreview> preview_;
  QString asked_;
  bool stale_ = false;
  std::int64_t page_ = 0, epoch_ = 0;
  JobSlot opening_, reading_, examining_;

  QStackedLayout* stack_;
  EmptyState* empty_;
  MessageBar* bar_;
  ProgressStrip* progress_;
  QLabel *sentence_, *facts_, *note_, *columnsNote_, *partsNote_;
  Card *samplesCard_, *partsCard_, *findingsCard_, *columnsCard_;
  QComboBox *part_, *class_;
  QToolButton *other_, *draw_;
  QGridLayout* grid_;
  QTreeWidget* rows_;
  ClassBars* bars_;
  QScrollArea* barsHolder_ = nullptr;
  FindingsList* findings_;
  ColumnsTable* columns_;
  std::vector<SampleTile*> tiles_;
};

QWidget* makeSamplesView(const ViewContext& context);

}  // namespace stepscope
