#include "views/settings/setting_row.h"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QToolButton>

#include "core/project/key_help.h"
#include "views/common/icons.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

constexpr int kNameWidth = 150, kFieldWidth = 190, kLongestUsual = 24, kLongestHelp = 110;

// A key's help as rich text, with `names` in bold.
QString richHelp(const QString& meaning) {
  static const QRegularExpression code(QStringLiteral("`([^`]*)`"));
  return meaning.toHtmlEscaped().replace(code, QStringLiteral("<b>\\1</b>"));
}

// The beginning of a help, cut between words; the tool tip has the whole text.
QString wholeWords(const QString& words) {
  if (words.size() <= kLongestHelp) return words;
  const qsizetype blank = words.lastIndexOf(QLatin1Char(' '), kLongestHelp);
  QString part = words.left(blank > 0 ? blank : kLongestHelp);
  if (part.count(QLatin1Char('`')) % 2 == 1) part += QLatin1Char('`');  // inside a name
  return part + QStringLiteral(" …");
}

// The placeholder of an empty field: the default. A long default is shown in the help instead.
QString usualText(const QString& usual) {
  if (usual.startsWith(engineText("needed"))) return SettingRow::tr("needed");
  return usual.isEmpty() || usual.size() > kLongestUsual ? QString() : SettingRow::tr("usual: %1").arg(usual);
}

}  // namespace

SettingRow::SettingRow(const SettingField& field, const QString& usual, QWidget* parent)
    : QWidget(parent), key_(field.key), name_(new QLabel), help_(new QLabel), problem_(new QLabel), clear_(new QToolButton) {
  const QString key = text(field.key);
  const KeyHelp* help = keyHelp(field.key);
  const QString meaning = help ? engineText(help->meaning) : QString();
  searched_ = key + QLatin1Char(' ') + QString(key).replace(QLatin1Char('_'), QLatin1Char(' ')) + QLatin1Char(' ') + meaning;
  name_->setText(key.section(QLatin1Char('.'), -1));
  name_->setFixedWidth(kNameWidth);
  name_->setToolTip(key);
  if (field.def && (field.def->type == KeyType::Choice || field.def->type == KeyType::Flag) && !field.def->alsoTakes) {
    combo_ = new QComboBox;
    combo_->addItem(usualText(usual).isEmpty() ? tr("not set") : usualText(usual), QString());
    if (field.def->type == KeyType::Flag) {
      for (const char* value : {"true", "false"}) combo_->addItem(QString::fromLatin1(value), QString::fromLatin1(value));
    } else {
      for (const std::string& choice : field.def->choices) combo_->addItem(text(choice), text(choice));
    }
    combo_->setFixedWidth(kFieldWidth);
    connect(combo_, &QComboBox::activated, this, [this](int index) {
      if (index == 0) Q_EMIT leftOut();
      else Q_EMIT changed(combo_->itemData(index).toString());
    });
    combo_->installEventFilter(this);
  } else {
    line_ = new QLineEdit;
    line_->setPlaceholderText(usualText(usual));
    line_->setFixedWidth(kFieldWidth);
    connect(line_, &QLineEdit::textEdited, this, [this](const QString& value) {
      if (value.trimmed().isEmpty()) Q_EMIT leftOut();
      else Q_EMIT changed(value);
    });
  }
  QWidget* editor = this->field();
  editor->setAccessibleName(key);
  editor->setAccessibleDescription(QString(meaning).remove(QLatin1Char('`')));
  editor->setObjectName(key);
  name_->setBuddy(editor);
  setFocusProxy(editor);
  clear_->setIcon(icon(QStringLiteral("close"), IconTint::Dim));
  clear_->setProperty("flat", true);
  clear_->setToolTip(tr("Remove it from the file: the default value applies then"));
  clear_->setAccessibleName(tr("Remove %1 from the file").arg(key));
  QSizePolicy kept = clear_->sizePolicy();
  kept.setRetainSizeWhenHidden(true);
  clear_->setSizePolicy(kept);
  connect(clear_, &QToolButton::clicked, this, &SettingRow::leftOut);
  QString words = meaning;
  if (help && !help->values.empty()) words = engineText(help->values) + QStringLiteral(" — ") + words;
  if (usual.size() > kLongestUsual) words += tr(". Usual: %1").arg(usual);
  help_->setText(richHelp(wholeWords(words)));
  help_->setToolTip(richHelp(words));
  help_->setTextFormat(Qt::RichText);
  help_->setWordWrap(true);
  help_->setProperty("role", "dim");
  problem_->setWordWrap(true);
  problem_->hide();
  auto* layout = new QGridLayout(this);
  layout->setContentsMargins(0, 4, 0, 4);
  layout->setHorizontalSpacing(10);
  layout->setVerticalSpacing(2);
  layout->addWidget(name_, 0, 0, Qt::AlignTop);
  auto* fieldRow = new QHBoxLayout;
  fieldRow->setSpacing(2);
  fieldRow->addWidget(editor);
  fieldRow->addWidget(clear_);
  layout->addLayout(fieldRow, 0, 1, Qt::AlignTop);
  layout->addWidget(help_, 0, 2);
  layout->addWidget(problem_, 1, 1, 1, 2);
  layout->setColumnStretch(2, 1);
}

QWidget* SettingRow::field() const {
  return combo_ ? static_cast<QWidget*>(combo_) : line_;
}

void SettingRow::setValue(const std::optional<QString>& value) {
  if (combo_) {
    const QSignalBlocker quiet(combo_);
    combo_->setCurrentIndex(value ? std::max(0, combo_->findData(*value)) : 0);
  } else if (line_->text() != value.value_or(QString())) {
    const QSignalBlocker quiet(line_);
    line_->setText(value.value_or(QString()));
  }
}

void SettingRow::setState(bool edited, bool inFile) {
  name_->setFont(textFont(12, edited || inFile ? QFont::DemiBold : QFont::Normal));
  name_->setText(text(key_).section(QLatin1Char('.'), -1) + (edited ? QStringLiteral(" •") : QString()));
  clear_->setVisible(inFile);
}

void SettingRow::setProblem(const QString& sentence) {
  problem_->setText(sentence.isEmpty() ? QString()
                                       : QStringLiteral("<span style='color:%1'>%2</span>").arg(tokens().bad.name(), sentence.toHtmlEscaped()));
  problem_->setVisible(!sentence.isEmpty());
  problem_->setAccessibleName(sentence);
}

QString SettingRow::problem() const {
  return problem_->accessibleName();
}

bool SettingRow::matches(const QString& words) const {
  for (const QString& word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts))
    if (!searched_.contains(word, Qt::CaseInsensitive)) return false;
  return true;
}

// Scrolling the form must not change a setting under the mouse.
bool SettingRow::eventFilter(QObject* object, QEvent* event) {
  if (event->type() == QEvent::Wheel && !static_cast<QWidget*>(object)->hasFocus()) {
    event->ignore();
    return true;
  }
  return QWidget::eventFilter(object, event);
}

}  // namespace stepscope
