#include "views/project/new_project.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSaveFile>
#include <QStandardPaths>
#include <QVBoxLayout>

#include "core/base/error.h"
#include "core/data/dataset_table.h"
#include "core/models/model.h"
#include "core/project/project.h"
#include "views/common/message_bar.h"

namespace stepscope {

namespace {

using Path = DatasetDef::Path;

QString textOf(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

// The kind that the box shows.
const DatasetDef& kindOf(const QComboBox* box) {
  const QByteArray kind = box->currentData().toByteArray();
  const DatasetDef* def = findDataset(std::string_view(kind.constData(), static_cast<std::size_t>(kind.size())));
  return def ? *def : datasetDefs().front();
}

}  // namespace

std::string projectTextWithModel(const std::string& name, const std::string& kind, const std::string& dataPath, const std::string& model) {
  std::string text = newProjectText(name, kind, dataPath);
  const auto section = text.find("\n[model]");
  const auto key = section == std::string::npos ? section : text.find("name = \"", section);
  if (key == std::string::npos || model.empty()) return text;
  const auto begin = key + std::string("name = \"").size(), end = text.find('"', begin);
  if (text.substr(begin, end - begin) == model) return text;
  // The lines that follow are arguments of the usual model, which another one does not know.
  const auto line = text.find('\n', end) + 1, blank = text.find("\n\n", end) + 1;
  if (blank > line) text.erase(line, blank - line);
  return text.replace(begin, end - begin, model);
}

NewProjectDialog::NewProjectDialog(QWidget* parent)
    : QDialog(parent),
      name_(new QLineEdit),
      folder_(new QLineEdit),
      data_(new QLineEdit),
      kind_(new QComboBox),
      model_(new QComboBox),
      browseData_(new QPushButton(tr("Browse..."))),
      kindHelp_(new QLabel),
      target_(new QLabel),
      bar_(new MessageBar) {
  setWindowTitle(tr("New Project"));
  setMinimumWidth(560);
  for (const DatasetDef& def : datasetDefs())
    if (def.forLearning) kind_->addItem(textOf(def.title), QByteArray(def.kind.data(), static_cast<qsizetype>(def.kind.size())));
  name_->setPlaceholderText(tr("flowers"));
  folder_->setText(QDir(QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation)).filePath(QStringLiteral("stepscope")));
  for (QLabel* label : {kindHelp_, target_}) {
    label->setProperty("role", "dim");
    label->setWordWrap(true);
  }
  const auto withButton = [](QLineEdit* edit, QPushButton* button) {
    auto* row = new QHBoxLayout;
    row->addWidget(edit, 1);
    row->addWidget(button);
    return row;
  };
  auto* browseFolder = new QPushButton(tr("Browse..."));
  auto* form = new QFormLayout;
  form->setLabelAlignment(Qt::AlignLeft);
  form->setHorizontalSpacing(16);
  form->setVerticalSpacing(10);
  form->addRow(tr("&Name"), name_);
  form->addRow(tr("&Kind of data"), kind_);
  form->addRow(QString(), kindHelp_);
  form->addRow(tr("&Data"), withButton(data_, browseData_));
  form->addRow(tr("&Model"), model_);
  form->addRow(tr("Project &folder"), withButton(folder_, browseFolder));
  form->addRow(QString(), target_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
  create_ = buttons->addButton(tr("Create"), QDialogButtonBox::AcceptRole);
  create_->setProperty("primary", true);
  create_->setDefault(true);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(20, 18, 20, 16);
  layout->setSpacing(14);
  layout->addWidget(bar_);
  layout->addLayout(form);
  layout->addStretch(1);
  layout->addWidget(buttons);

  connect(buttons, &QDialogButtonBox::accepted, this, &NewProjectDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(kind_, &QComboBox::currentIndexChanged, this, &NewProjectDialog::kindChanged);
  for (QLineEdit* edit : {name_, folder_, data_}) connect(edit, &QLineEdit::textChanged, this, &NewProjectDialog::update);
  const auto browse = [this](QLineEdit* edit, const QString& title) {
    const QString path = QFileDialog::getExistingDirectory(this, title, edit->text());
    if (!path.isEmpty()) edit->setText(path);
  };
  connect(browseData_, &QPushButton::clicked, this, [this, browse] {
    if (kindOf(kind_).path != Path::File) return browse(data_, tr("Data Folder"));
    const QString path = QFileDialog::getOpenFileName(this, tr("Data File"), data_->text());
    if (!path.isEmpty()) data_->setText(path);
  });
  connect(browseFolder, &QPushButton::clicked, this, [this, browse] { browse(folder_, tr("Project Folder")); });
  kindChanged();
}

// Only the models that take such data; the choice stays where it is among them.
void NewProjectDialog::listModels() {
  using Samples = DatasetDef::Samples;
  const Samples samples = kindOf(kind_).samples;
  const QString chosen = model_->currentData().toString();
  model_->clear();
  model_->addItem(tr("Usual for the data"), QString());
  for (const ZooEntry& entry : modelZoo()) {
    const bool tokens = entry.dtype == DType::I32, images = entry.defaultSample.size() == 3;
    if (samples == Samples::Tokens ? !tokens : tokens || (samples == Samples::Rows && images)) continue;
    model_->addItem(QString::fromStdString(entry.name + " — " + entry.summary), QString::fromStdString(entry.name));
  }
  model_->setCurrentIndex(std::max(0, model_->findData(chosen)));
}

void NewProjectDialog::kindChanged() {
  const DatasetDef& kind = kindOf(kind_);
  listModels();
  kindHelp_->setText(textOf(kind.help));
  data_->setEnabled(pathMustExist(kind));
  browseData_->setEnabled(pathMustExist(kind));
  data_->setPlaceholderText(!pathMustExist(kind)      ? tr("drawn beside the project file")
                            : kind.path == Path::File ? tr("a file")
                                                      : tr("a folder"));
  update();
}

void NewProjectDialog::update() {
  const QString name = name_->text().trimmed();
  target_->setText(name.isEmpty() ? tr("The project file and its runs go into a folder of its own.")
                                  : tr("Writes %1").arg(QDir(folder_->text()).filePath(name + QStringLiteral("/project.toml"))));
  create_->setEnabled(!name.isEmpty() && !folder_->text().trimmed().isEmpty() &&
                      (!pathMustExist(kindOf(kind_)) || !data_->text().trimmed().isEmpty()));
}

void NewProjectDialog::accept() {
  bar_->dismiss();
  const auto refuse = [this](const QString& what, const QString& where, const QString& cure) {
    Message message;
    message.what = what;
    message.where = where;
    message.cure = cure;
    bar_->showMessage(message);
  };
  const DatasetDef& kind = kindOf(kind_);
  const QString name = name_->text().trimmed();
  if (name.isEmpty() || name.contains(QLatin1Char('/')) || name.startsWith(QLatin1Char('.')))
    return refuse(tr("A project name cannot be empty, start with a dot or contain a slash"), name, tr("Choose another name"));
  const QString data = data_->text().trimmed();
  if (kind.path == Path::File && !QFileInfo(data).isFile())
    return refuse(tr("There is no such data file"), data, tr("Choose the file that holds the data"));
  if (kind.path == Path::Folder && !QFileInfo(data).isDir())
    return refuse(tr("There is no such data folder"), data, tr("Choose the folder that holds the data"));
  const QDir folder(QDir(folder_->text().trimmed()).filePath(name));
  const QString path = folder.filePath(QStringLiteral("project.toml"));
  if (QFileInfo::exists(path)) return refuse(tr("There is a project already"), path, tr("Choose another name, or open that one"));
  if (!folder.mkpath(QStringLiteral(".")))
    return refuse(tr("The folder cannot be made"), folder.path(), tr("Choose a folder you may write to"));
  const std::string text = projectTextWithModel(name.toStdString(), std::string(kind.kind),
                                                pathMustExist(kind) ? QFileInfo(data).absoluteFilePath().toStdString() : std::string(),
                                                model_->currentData().toString().toStdString());
  try {
    parseProject(text, path.toStdString());
  } catch (const Error& error) {
    return bar_->showMessage(messageOf(error));
  }
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(QByteArray::fromStdString(text)) < 0 || !file.commit())
    return refuse(tr("The project file cannot be written: %1").arg(file.errorString()), path, tr("Choose a folder you may write to"));
  file_ = path;
  QDialog::accept();
}

}  // namespace stepscope
