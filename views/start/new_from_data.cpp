#include "views/start/new_from_data.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStandardPaths>
#include <QVBoxLayout>
#include <algorithm>

#include "core/base/error.h"
#include "core/data/kinds/dataset_table.h"
#include "core/project/create_project.h"
#include "core/project/project.h"
#include "core/words/words.h"
#include "views/common/card.h"
#include "views/common/empty_state.h"
#include "views/common/message_bar.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/start/class_bars.h"
#include "views/start/columns_table.h"
#include "views/start/data_sentence.h"
#include "views/start/findings_list.h"
#include "views/words/engine_text.h"
#include "views/words/language.h"

namespace stepscope {

namespace {

QLabel* dimLabel() {
  auto* label = new QLabel;
  label->setProperty("role", "dim");
  label->setWordWrap(true);
  return label;
}

QString valueOf(const std::vector<StartingLine>& lines, const char* key) {
  for (const StartingLine& line : lines)
    if (line.key == key) return text(line.value).remove(QLatin1Char('"'));
  return {};
}

// A short summary of the settings, shown before they are written to the project file.
QString shortSettings(const std::vector<StartingLine>& lines, const QString& model) {
  QStringList parts;
  const QString named = valueOf(lines, "model.name");
  parts << (model.isEmpty() ? named : QFileInfo(model).fileName());
  if (const QString size = valueOf(lines, "data.image_size"); !size.isEmpty()) parts << tr("pictures of %1 × %1").arg(size);
  if (const QString context = valueOf(lines, "data.context_length"); !context.isEmpty()) parts << tr("windows of %1 characters").arg(context);
  const bool measured = model.isEmpty() || model == named;
  parts << tr("%1 at %2")
               .arg(valueOf(lines, "train.optimizer.name"), measured ? valueOf(lines, "train.optimizer.learning_rate") : QStringLiteral("0.001"));
  parts << valueOf(lines, "train.schedule.name").replace(QLatin1Char('_'), QLatin1Char(' '));
  parts << tr("batch %1").arg(valueOf(lines, "switches.batch_size"));
  parts << tr("%1 epochs").arg(valueOf(lines, "train.epochs"));
  parts.removeAll(QString());
  return parts.join(QStringLiteral(" · "));
}

}  // namespace

NewFromData::NewFromData(QWidget* parent)
    : QWidget(parent),
      bar_(new MessageBar),
      title_(new QLabel),
      where_(dimLabel()),
      sentence_(new QLabel),
      doing_(dimLabel()),
      settings_(new QLabel),
      evidence_(dimLabel()),
      why_(new QLabel),
      targetLabel_(new QLabel(tr("Predict"))),
      beginsWith_(new QLabel(tr("It begins with"))),
      classes_(new ClassBars),
      columns_(new ColumnsTable),
      findings_(new FindingsList),
      name_(new QLineEdit),
      folder_(new QLineEdit),
      target_(new QComboBox),
      model_(new QComboBox),
      createAndTrain_(new QPushButton(tr("Create and Train"))),
      create_(new QPushButton(tr("Create"))),
      otherFolder_(new QPushButton(tr("Use My Home Folder"))) {
  setObjectName(QStringLiteral("newFromData"));
  setFocusPolicy(Qt::ClickFocus);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(32, 20, 32, 18);
  layout->setSpacing(12);
  auto* head = new QHBoxLayout;
  title_->setFont(textFont(18, QFont::DemiBold));
  auto* other = new QPushButton(tr("Choose Other Data..."));
  connect(other, &QPushButton::clicked, this, &NewFromData::dataRequested);
  auto* back = new QPushButton(tr("Cancel"));
  back->setObjectName(QStringLiteral("cancelNew"));
  back->setToolTip(tr("Back, nothing is written (Escape)"));
  connect(back, &QPushButton::clicked, this, &NewFromData::cancelled);
  head->addWidget(title_, 1);
  head->addWidget(other);
  head->addWidget(back);
  layout->addLayout(head);
  layout->addWidget(where_);
  layout->addWidget(bar_);
  auto* columns = new QHBoxLayout;
  columns->setSpacing(16);
  columns->addWidget(makePreview(), 3);
  columns->addWidget(makeForm(), 2);
  layout->addLayout(columns, 1);
  setParentFolder(QDir(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)).filePath(QStringLiteral("stepscope")));
}

NewFromData::~NewFromData() = default;

QWidget* NewFromData::makePreview() {
  auto* card = new Card(tr("The data"));
  sentence_->setFont(textFont(15, QFont::DemiBold));
  sentence_->setWordWrap(true);
  auto* inner = new QWidget;
  inner->setBackgroundRole(QPalette::Base);  // the colour of the card
  inner->setAutoFillBackground(true);
  auto* layout = new QVBoxLayout(inner);
  layout->setContentsMargins(0, 0, 6, 0);
  layout->setSpacing(10);
  layout->addWidget(sentence_);
  layout->addWidget(doing_);
  layout->addWidget(findings_);
  layout->addWidget(classes_);
  layout->addWidget(columns_);
  layout->addStretch(1);
  QScrollArea* scroll = scrolledDown(inner);
  card->body()->addWidget(scroll, 1);
  connect(columns_, &ColumnsTable::readingChosen, this, [this](const DataSpec& spec) {
    data_.spec = spec;
    data_.finished = false;
    look(&spec);
  });
  connect(findings_, &FindingsList::pathSuggested, this, &NewFromData::lookAt);
  connect(findings_, &FindingsList::otherDataRequested, this, &NewFromData::dataRequested);
  return card;
}

QWidget* NewFromData::makeForm() {
  auto* card = new Card(tr("The project"));
  card->setMinimumWidth(330);
  auto* form = new QFormLayout;
  form->setLabelAlignment(Qt::AlignLeft);
  form->setHorizontalSpacing(14);
  form->setVerticalSpacing(9);
  auto* browse = new QPushButton(tr("Browse..."));
  auto* folderRow = new QHBoxLayout;
  folderRow->addWidget(folder_, 1);
  folderRow->addWidget(browse);
  const auto label = [](const QString& words, QWidget* buddy) {
    auto* result = new QLabel(words);
    result->setBuddy(buddy);
    buddy->setAccessibleName(words);
    return result;
  };
  targetLabel_->setBuddy(target_);
  target_->setAccessibleName(targetLabel_->text());
  form->addRow(label(tr("Name"), name_), name_);
  form->addRow(targetLabel_, target_);
  form->addRow(label(tr("Model"), model_), model_);
  form->addRow(label(tr("Folder"), folder_), folderRow);
  model_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  target_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  card->body()->addLayout(form);
  settings_->setWordWrap(true);
  why_->setWordWrap(true);
  why_->setObjectName(QStringLiteral("whyNot"));
  beginsWith_->setProperty("role", "section");
  card->body()->addSpacing(4);
  card->body()->addWidget(beginsWith_);
  card->body()->addWidget(settings_);
  card->body()->addWidget(evidence_);
  card->body()->addStretch(1);
  card->body()->addWidget(why_);
  otherFolder_->hide();
  card->body()->addWidget(otherFolder_, 0, Qt::AlignLeft);
  createAndTrain_->setProperty("primary", true);
  createAndTrain_->setDefault(true);
  createAndTrain_->setObjectName(QStringLiteral("createAndTrain"));
  createAndTrain_->setMinimumHeight(30);
  create_->setMinimumHeight(30);
  auto* buttons = new QHBoxLayout;
  buttons->addStretch(1);
  buttons->addWidget(create_);
  buttons->addWidget(createAndTrain_);
  card->body()->addLayout(buttons);

  connect(browse, &QPushButton::clicked, this, [this] {
    const QString path = QFileDialog::getExistingDirectory(this, tr("Folder of the Project"), folder_->text());
    if (!path.isEmpty()) folder_->setText(path);
  });
  connect(name_, &QLineEdit::textEdited, this, [this] { named_ = true; });
  connect(name_, &QLineEdit::textChanged, this, &NewFromData::check);
  connect(folder_, &QLineEdit::textChanged, this, &NewFromData::check);
  connect(target_, &QComboBox::activated, this, [this] {
    DataSpec spec = data_.spec;
    spec.target = {target_->currentData().toString().toStdString()};
    std::erase(spec.ignore, spec.target.front());
    data_.spec = spec;
    data_.targetReason.clear();
    data_.finished = false;
    look(&spec);
  });
  connect(model_, &QComboBox::activated, this, &NewFromData::showSettings);
  connect(otherFolder_, &QPushButton::clicked, this, [this] { folder_->setText(QDir::home().filePath(QStringLiteral("stepscope"))); });
  connect(createAndTrain_, &QPushButton::clicked, this, [this] { create(true); });
  connect(create_, &QPushButton::clicked, this, [this] { create(false); });
  return card;
}

void NewFromData::setParentFolder(const QString& folder) {
  folder_->setText(QDir::toNativeSeparators(folder));
}

QString NewFromData::sentence() const {
  return sentence_->text();
}

void NewFromData::offerNetwork(const QString& file) {
  network_ = file;
}

void NewFromData::lookAt(const QString& path) {
  path_ = QFileInfo(path).absoluteFilePath();
  data_ = {};
  named_ = filled_ = false;
  bar_->dismiss();
  title_->setText(tr("New from %1").arg(QFileInfo(path_).fileName()));
  where_->setText(QDir::toNativeSeparators(path_));
  model_->clear();
  target_->clear();
  name_->clear();
  showData();
  look(nullptr);
  setFocus();  // the form has no enabled button yet that could take the focus
}

void NewFromData::look(const DataSpec* spec) {
  const QPointer<NewFromData> self(this);
  const QString path = path_;
  const std::optional<DataSpec> known = spec ? std::optional<DataSpec>(*spec) : std::nullopt;
  job_.start([self, path, known](const std::atomic<bool>& cancelled) -> std::function<void()> {
    PreviewWatch watch;
    watch.cancelled = &cancelled;
    watch.partial = [&](const DataPreview& part) {
      auto shown = std::make_shared<DataPreview>(part);
      QMetaObject::invokeMethod(
          qApp,
          [self, path, shown] {
            // Partial results are ignored if they come late, or if other data are displayed by now.
            if (self && self->path_ == path && self->job_.busy()) self->take(*shown);
          },
          Qt::QueuedConnection);
    };
    auto found = std::make_shared<DataPreview>(known ? previewData(*known, watch) : previewData(path.toStdString(), watch));
    return [self, found] {
      if (self) self->take(*found);
    };
  });
  doing_->setText(tr("Looking at the data"));
  check();
}

void NewFromData::take(const DataPreview& data) {
  const std::string reason = data_.targetReason;
  data_ = data;
  if (data_.targetReason.empty() && filled_) data_.targetReason = reason;
  showData();
}

void NewFromData::showData() {
  const bool table = !data_.columns.empty();
  const QString words = dataSentence(data_);
  sentence_->setText(words);
  sentence_->setVisible(!words.isEmpty());
  doing_->setText(data_.doing.empty() ? QString()
                                      : engineText(data_.doing).left(1).toUpper() + engineText(data_.doing).mid(1) + QStringLiteral("..."));
  doing_->setVisible(!data_.finished);
  findings_->setFindings(data_.findings, data_.finished);
  classes_->setClasses(data_.classes);
  classes_->setVisible(!data_.classes.empty());
  columns_->setVisible(table);
  if (table) columns_->setData(data_);
  targetLabel_->setVisible(table);
  target_->setVisible(table);
  if (table) {
    const QSignalBlocker quiet(target_);
    target_->clear();
    for (const ColumnFacts& column : data_.columns) target_->addItem(text(column.name), text(column.name));
    if (!data_.spec.target.empty()) target_->setCurrentIndex(target_->findData(text(data_.spec.target.front())));
    target_->setToolTip(data_.targetReason.empty() ? QString() : tr("Chosen because %1").arg(engineText(data_.targetReason)));
  }
  if (!named_ && !data_.spec.kind.empty()) {
    const std::string parent = QDir(folder_->text()).absolutePath().toStdString();
    name_->setText(text(freeProjectName(parent, projectNameFor(data_.spec))));
    named_ = false;
  }
  if (!filled_ && !data_.spec.kind.empty()) {
    filled_ = true;
    const QSignalBlocker quiet(model_);
    model_->clear();
    const QString proposed = valueOf(startingPoint(data_), "model.name");
    const std::vector<std::string> names = modelsFor(data_.spec);
    if (!proposed.isEmpty()) model_->addItem(tr("%1 (proposed)").arg(proposed), QString());
    for (const std::string& name : names)
      if (text(name) != proposed) model_->addItem(text(name), text(name));
    if (!network_.isEmpty()) {
      model_->addItem(QFileInfo(network_).fileName(), network_);
      model_->setCurrentIndex(model_->count() - 1);
    }
  }
  showSettings();
}

void NewFromData::showSettings() {
  settings_->clear();
  evidence_->clear();
  beginsWith_->setVisible(data_.trainable());
  if (data_.trainable()) {
    const QString model = model_->currentData().toString();
    settings_->setText(shortSettings(startingPoint(data_), model));
    const StartingRule* rule = startingRuleFor(data_);
    evidence_->setText(!model.isEmpty() ? tr("Not measured for this model: Run > LR Range Test suggests a rate.")
                       : rule           ? tr("Measured: %1.").arg(engineText(rule->evidence))
                                        : QString());
    settings_->setToolTip(tr("All of it is in the project file with comments, and under Settings."));
  }
  check();
}

void NewFromData::check() {
  const QString name = name_->text().trimmed();
  QString why;
  bool elsewhere = false;
  if (!data_.trainable()) {
    if (!data_.finished) why = tr("The data are being looked at.");
    else why = tr("Correct the problems on the left first.");
  } else if (data_.train == 0) {
    why = tr("The data are being looked at.");
  } else if (!data_.columns.empty() && data_.spec.target.empty()) {
    why = tr("Choose the column to predict.");
  } else if (name.isEmpty()) {
    why = tr("A project needs a name.");
  } else if (name.contains(QLatin1Char('/')) || name.startsWith(QLatin1Char('.'))) {
    why = tr("The name is that of a folder too: without a slash, and no dot in front.");
  } else if (folder_->text().trimmed().isEmpty()) {
    why = tr("Choose a folder for the project.");
  } else if (QFileInfo::exists(QDir(folder_->text()).filePath(name + QStringLiteral("/project.toml")))) {
    why = tr("There is a project of this name in the folder. Choose another name.");
  } else if (const std::string refusal = whyNotWritable(QDir(folder_->text()).absolutePath().toStdString()); !refusal.empty()) {
    why = engineText(refusal) + fullStop();
    elsewhere = QDir(folder_->text()).absolutePath() != QDir::home().filePath(QStringLiteral("stepscope"));
  }
  const bool ready = why.isEmpty();
  if (ready) why = tr("Writes %1").arg(QDir::toNativeSeparators(QDir(folder_->text()).filePath(name + QStringLiteral("/project.toml"))));
  why_->setText(why);
  why_->setProperty("role", "dim");
  otherFolder_->setVisible(elsewhere);
  createAndTrain_->setEnabled(ready);
  create_->setEnabled(ready);
  if (ready && (hasFocus() || focusWidget() == this)) createAndTrain_->setFocus();
}

void NewFromData::create(bool train) {
  bar_->dismiss();
  const std::string name = name_->text().trimmed().toStdString();
  const std::string folder = QDir(folder_->text()).absoluteFilePath(text(name)).toStdString();
  try {
    const std::string file = createProject(
        folder, projectText(name, data_, data_.spec.path, startingPoint(data_), model_->currentData().toString().toStdString(), windowWords()));
    job_.cancel();  // ends a running examination of the data
    network_.clear();
    Q_EMIT created(text(file), train);
  } catch (const Error& error) {
    Message message = messageOf(error);
    if (error.kind() == ErrorKind::Resource) {
      message.button = tr("Use My Home Folder");
      message.action = [this] {
        bar_->dismiss();
        otherFolder_->click();
      };
    }
    bar_->showMessage(message);
  }
}

void NewFromData::keyPressEvent(QKeyEvent* event) {
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (event->key() == Qt::Key_Escape) {
    job_.cancel();
    network_.clear();
    Q_EMIT cancelled();
  } else if (auto* button = qobject_cast<QPushButton*>(focusWidget()); button && enter) {
    button->click();
  } else if (enter && createAndTrain_->isEnabled()) {
    create(true);
  } else {
    QWidget::keyPressEvent(event);
  }
}

}  // namespace stepscope
