#include "views/project/doctor_dialog.h"

#include <fmt/core.h>
#include <sqlite3.h>

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QTextDocumentFragment>
#include <QVBoxLayout>
#include <algorithm>

#include "core/backend/backend.h"
#include "core/backend/devices/devices.h"
#include "core/backend/machine_speed.h"
#include "views/common/job.h"
#include "views/common/theme.h"
#include "views/common/units.h"
#include "views/words/engine_text.h"

namespace stepscope {

namespace {

QString row(const QString& name, const QString& value) {
  return QStringLiteral("<tr><td style='padding:2px 18px 2px 0; color:%1'>%2</td><td style='padding:2px 0'>%3</td></tr>")
      .arg(tokens().dim.name(), name.toHtmlEscaped(), value.toHtmlEscaped());
}

}  // namespace

QString libraryVersions() {
  const Backend* cpu = findBackend("cpu");
  QStringList lines{QStringLiteral("Qt\t") + QLatin1String(qVersion()), QStringLiteral("SQLite\t") + QLatin1String(sqlite3_libversion()),
                    QStringLiteral("fmt\t%1.%2.%3").arg(FMT_VERSION / 10000).arg(FMT_VERSION / 100 % 100).arg(FMT_VERSION % 100)};
  if (cpu) lines.prepend(QString::fromStdString(cpu->device().library).replace(QLatin1Char(' '), QLatin1Char('\t')));
  return lines.join(QLatin1Char('\n'));
}

DoctorDialog::DoctorDialog(QWidget* parent) : QDialog(parent), facts_(new QLabel), rates_(new QLabel), job_(new JobSlot(this)) {
  setWindowTitle(tr("Device"));
  setMinimumWidth(520);
  auto* heading = new QLabel;
  heading->setFont(textFont(15, QFont::DemiBold));
  heading->setWordWrap(true);
  for (QLabel* label : {facts_, rates_}) {
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setWordWrap(true);
  }
  QString html = QStringLiteral("<table>");
  for (const Backend* backend : allBackends()) {
    const DeviceInfo device = backend->device();
    if (heading->text().isEmpty()) heading->setText(QString::fromStdString(device.name));
    html += row(tr("Backend"), QString::fromUtf8(backend->name().data()));
    html += row(tr("Instructions"), QString::fromStdString(device.isa));
    html += row(tr("Cores"), QString::number(device.cores));
    html += row(tr("Memory"), formatBytes(device.memoryBytes));
  }
  if (!findBackend("cuda")) html += row(tr("GPU"), tr("Not used: %1.").arg(engineText(whyNoGpu())));
  const QStringList versions = libraryVersions().split(QLatin1Char('\n'));
  for (const QString& line : versions) html += row(line.section(QLatin1Char('\t'), 0, 0), line.section(QLatin1Char('\t'), 1));
  html += QStringLiteral("</table>");
  facts_->setText(html);
  rates_->setText(tr("Peak rates are not measured yet. Measuring takes about a second and is best done while nothing trains."));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  measure_ = buttons->addButton(tr("Measure peak rates"), QDialogButtonBox::ActionRole);
  auto* copy = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(measure_, &QPushButton::clicked, this, &DoctorDialog::measure);
  connect(copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(text()); });
  connect(job_, &JobSlot::busyChanged, measure_, &QPushButton::setDisabled);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(20, 18, 20, 16);
  layout->setSpacing(12);
  layout->addWidget(heading);
  layout->addWidget(facts_);
  layout->addWidget(rates_);
  layout->addStretch(1);
  layout->addWidget(buttons);
}

QString DoctorDialog::text() const {
  return QTextDocumentFragment::fromHtml(facts_->text()).toPlainText() + QLatin1Char('\n') +
         QTextDocumentFragment::fromHtml(rates_->text()).toPlainText();
}

// Makes the dialog high enough: Qt computes the height of wrapped lines for another width than they get.
void DoctorDialog::fit() {
  layout()->activate();
  resize(width(), std::max(height(), layout()->totalHeightForWidth(width())));
}

void DoctorDialog::showEvent(QShowEvent* event) {
  QDialog::showEvent(event);
  fit();
}

void DoctorDialog::measure() {
  rates_->setText(tr("Measuring"));
  job_->start([this](const std::atomic<bool>&) -> std::function<void()> {
    const Backend* cpu = findBackend("cpu");
    if (!cpu) return {};
    const MachineSpeed speed = machineSpeed(*cpu, 0, true);
    return [this, speed] {
      rates_->setText(
          QStringLiteral("<table>") + row(tr("Arithmetic"), formatSi(speed.f32, QStringLiteral("FLOP/s")) + tr(", largest f32 matmul, all cores")) +
          row(tr("Copy"), formatSi(speed.bandwidth, QStringLiteral("B/s"))) +
          (speed.provisional ? row(tr("Provisional"), tr("other programs held the cores meanwhile: the machine may do more")) : QString()) +
          QStringLiteral("</table>"));
      fit();  // the dialog had the size for a single sentence
    };
  });
}

}  // namespace stepscope
