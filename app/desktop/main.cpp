// The desktop application, stepscope [FILE]. The file is a project, a trace, or data for a new project.
#include <QApplication>
#include <QCommandLineParser>
#include <QFile>
#include <QIcon>
#include <QSettings>
#include <QTimer>
#include <QUrl>
#include <cstdio>
#include <optional>

#include <unistd.h>

#include "app/desktop/main_window.h"
#include "app/desktop/screenshots.h"
#include "core/backend/openmp_waiting.h"
#include "core/base/clock.h"
#include "views/common/icons.h"
#include "views/common/theme.h"
#include "views/report/pdf.h"
#include "views/start/dropped_file.h"
#include "views/words/language.h"

namespace {

// Whether only --help or --version is wanted. These must work without a display.
bool asksOnly(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const QByteArray argument(argv[i]);
    if (argument == "--help" || argument == "-h" || argument == "--version" || argument == "-v" || argument == "--help-all") return true;
  }
  return false;
}

void addOptions(QCommandLineParser& parser) {
  parser.setApplicationDescription(QStringLiteral("Trains networks and shows where every millisecond and megabyte of the training step goes."));
  parser.addHelpOption();
  parser.addVersionOption();
  parser.addPositionalArgument(
      QStringLiteral("file"),
      QStringLiteral("A project file or the folder of one, a trace (JSON, Nsight Systems SQLite, .sstrace), or data for a new project."),
      QStringLiteral("[file]"));
  parser.addOption(
      {QStringLiteral("screenshots"), QStringLiteral("Renders every view on example data into <folder> and exits."), QStringLiteral("folder")});
  parser.addOption({QStringLiteral("language"), QStringLiteral("The language of the window: en, zh_CN or system."), QStringLiteral("name")});
  parser.addOption({QStringLiteral("print"), QStringLiteral("Prints <file>, a page of a report, as <pdf> and exits; - is standard output."),
                    QStringLiteral("pdf")});
}

int print(const QString& page, const QString& pdf) {
  QFile file(page);
  if (!file.open(QIODevice::ReadOnly)) {
    std::fprintf(stderr, "%s: %s\n", qPrintable(page), qPrintable(file.errorString()));
    return 1;
  }
  try {
    const std::string html = file.readAll().toStdString();
    if (pdf != QLatin1String("-")) {
      stepscope::writePdf(html, pdf);
    } else {
      const QByteArray printed = stepscope::pdfOf(html);
      const bool written =
          std::fwrite(printed.constData(), 1, static_cast<std::size_t>(printed.size()), stdout) == static_cast<std::size_t>(printed.size());
      if (std::fflush(stdout) != 0 || !written) return 1;
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}

// Shows the window until it is closed, or does what other options ask for; returns the exit status. `begun`: nowNs() at the start of the process.
// `restart` becomes MainWindow::restartFile().
int run(int argc, char** argv, std::int64_t begun, std::optional<QString>& restart) {
  QCoreApplication::setOrganizationName(QStringLiteral("Stepscope"));
  QCoreApplication::setApplicationName(QStringLiteral("stepscope"));
  QCoreApplication::setApplicationVersion(QStringLiteral(STEPSCOPE_VERSION));
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QCommandLineParser parser;
  addOptions(parser);
  if (asksOnly(argc, argv)) {
    QCoreApplication application(argc, argv);
    parser.process(application);
    return 0;
  }
  QGuiApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
  QApplication application(argc, argv);
  QGuiApplication::setDesktopFileName(QStringLiteral("io.github.stepscope.Stepscope"));
  QApplication::setWindowIcon(stepscope::icon(QStringLiteral("stepscope"), stepscope::IconTint::Original));
  parser.process(application);
  QSettings settings;
  const QString asked = parser.isSet(QStringLiteral("language"))      ? parser.value(QStringLiteral("language"))
                        : parser.isSet(QStringLiteral("screenshots")) ? QStringLiteral("en")
                                                                      : settings.value(QStringLiteral("language")).toString();
  stepscope::applyLanguage(application, stepscope::languageFromName(asked));
  if (parser.isSet(QStringLiteral("screenshots")))
    return stepscope::renderScreenshots(parser.value(QStringLiteral("screenshots")), parser.positionalArguments().value(0), asked);

  if (parser.isSet(QStringLiteral("print"))) return print(parser.positionalArguments().value(0), parser.value(QStringLiteral("print")));

  stepscope::applyTheme(application, stepscope::themeChoiceFromName(settings.value(QStringLiteral("theme")).toString()));
  stepscope::MainWindow window(settings);
  window.show();
  if (qEnvironmentVariableIsSet("STEPSCOPE_STARTUP"))
    QTimer::singleShot(0, &window,
                       [begun] { std::fprintf(stderr, "window shown after %.0f ms\n", static_cast<double>(stepscope::nowNs() - begun) * 1e-6); });
  // Several files are opened together only if they are traces: those of the ranks of one training.
  QList<QUrl> named;
  for (const QString& argument : parser.positionalArguments()) named << QUrl::fromLocalFile(argument);
  const QString file = stepscope::droppedEntry(named);
  if (!file.isEmpty()) QTimer::singleShot(0, &window, [&window, file] { window.openFile(file); });
  const int status = QApplication::exec();
  restart = window.restartFile();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  stepscope::restartWithShortSpins(argv);
  std::optional<QString> restart;
  const int status = run(argc, argv, stepscope::nowNs(), restart);
  if (!restart) return status;
  QByteArray file = restart->toLocal8Bit();
  char* const arguments[] = {argv[0], file.isEmpty() ? nullptr : file.data(), nullptr};
  execv("/proc/self/exe", arguments);
  std::perror("stepscope");
  return 1;
}
