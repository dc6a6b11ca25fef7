#include "views/diagnosis/verdict_card.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "profiler/advisor/wording.h"
#include "views/common/icons.h"
#include "views/common/text.h"
#include "views/common/theme.h"
#include "views/diagnosis/definition_button.h"
#include "views/words/engine_text.h"

namespace stepscope {
namespace {

// Shortens a path to the name of its file; other sources, such as "run 14, steps 120-124", are unchanged.
QString shortSource(const std::string& source) {
  const QString name = engineText(source);
  return name.contains(QLatin1Char('/')) ? QFileInfo(name).fileName() : name;
}

}  // namespace

VerdictCard::VerdictCard(QWidget* parent)
    : QFrame(parent),
      sentence_(new QLabel),
      of_(new QLabel),
      legend_(new QLabel),
      units_(new QLabel),
      bar_(new ShareBar),
      copy_(new QPushButton(tr("Copy as table"))),
      record_(new QPushButton(tr("Record again"))) {
  setProperty("card", true);
  sentence_->setWordWrap(true);
  sentence_->setTextFormat(Qt::RichText);
  sentence_->setFont(textFont(20, QFont::DemiBold));
  sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  sentence_->setObjectName(QStringLiteral("verdict"));
  of_->setTextFormat(Qt::RichText);
  of_->setWordWrap(true);
  legend_->setTextFormat(Qt::RichText);
  legend_->setWordWrap(true);
  units_->setProperty("role", "dim");
  bar_->setAccessibleName(tr("Where the time of a step goes"));
  copy_->setIcon(icon(QStringLiteral("copy")));
  record_->setIcon(icon(QStringLiteral("capture")));
  auto* top = new QHBoxLayout;
  top->setSpacing(10);
  top->addWidget(sentence_, 1);
  top->addWidget(copy_, 0, Qt::AlignTop);
  top->addWidget(record_, 0, Qt::AlignTop);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 12, 16, 12);
  layout->setSpacing(7);
  layout->addLayout(top);
  layout->addWidget(of_);
  layout->addWidget(bar_);
  auto* bottom = new QHBoxLayout;
  bottom->setSpacing(10);
  bottom->addWidget(legend_, 1);
  bottom->addWidget(units_, 0, Qt::AlignTop);
  bottom->addWidget(definitionButton(tr("Where the time of a step goes, each moment counted once: a wait for data first, then what the GPU "
                                        "did, then the host. The parts sum to the step. For runs of Stepscope: by phase.")),
                    0, Qt::AlignTop);
  layout->addLayout(bottom);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
}

void VerdictCard::setVerdict(const Verdict& verdict, bool quietKnown, bool quiet, std::vector<SharePart> parts,
                             const std::optional<MatrixUnitUse>& matrixUnits) {
  verdict_ = verdict;
  quietKnown_ = quietKnown;
  quiet_ = quiet;
  bar_->setVisible(!parts.empty());
  legend_->setVisible(!parts.empty());
  bar_->setParts(std::move(parts));
  units_->setVisible(matrixUnits.has_value());
  if (matrixUnits)
    units_->setText(
        tr("%1: %2 of %3").arg(engineText(matrixUnits->unit), engineText(advice::percent(matrixUnits->share)), engineText(matrixUnits->of)));
  draw();
}

QString VerdictCard::sentence() const {
  return engineText(verdict_.sentence);
}

QString VerdictCard::of() const {
  QStringList parts;
  for (const QString& part : {engineText(verdict_.cores), engineText(verdict_.times), shortSource(verdict_.source)})
    if (!part.isEmpty()) parts << part;
  return parts.join(QStringLiteral(" · "));
}

void VerdictCard::draw() {
  const QString shown = shortened(sentence());
  sentence_->setToolTip(shown == sentence() ? QString() : sentence());
  QString html = shown.toHtmlEscaped();
  const QString emphasis = engineText(verdict_.emphasis).toHtmlEscaped();
  // Colours of categories are made for dark text on them; not all of them are readable as text on the background.
  constexpr double kReadable = 4.5;  // WCAG 2.1
  const QColor own = categoryColor(verdict_.category);
  const QColor color = contrastRatio(own, tokens().panel) >= kReadable ? own : tokens().accent;
  if (const qsizetype at = html.indexOf(emphasis); !emphasis.isEmpty() && at >= 0)
    html.replace(at, emphasis.size(), QStringLiteral("<span style='color:%1'>%2</span>").arg(color.name(), emphasis));
  sentence_->setText(html);
  sentence_->setAccessibleName(sentence());
  const QColor state = !quietKnown_ ? tokens().dim : quiet_ ? tokens().good : tokens().warn;
  QString of;
  if (!verdict_.cores.empty())
    of += QStringLiteral("<span style='color:%1'>● %2</span>").arg(state.name(), engineText(verdict_.cores).toHtmlEscaped());
  for (const QString& part : {engineText(verdict_.times), shortSource(verdict_.source)})
    if (!part.isEmpty())
      of += QStringLiteral("<span style='color:%1'>%2%3</span>")
                .arg(tokens().dim.name(), of.isEmpty() ? QString() : QStringLiteral(" · "), part.toHtmlEscaped());
  of_->setText(of);
  of_->setVisible(!of.isEmpty());
  of_->setToolTip(engineText(verdict_.source));
  legend_->setText(bar_->legend());
}

void VerdictCard::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (isThemeChange(event) && legend_) draw();
}

}  // namespace stepscope
