// The program stepscope-cli, which uses the engine without a window.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/speech.h"
#include "app/cli/usage.h"
#include "core/backend/openmp_waiting.h"
#include "core/base/one_line.h"

namespace stepscope::cli {

void tellError(const std::string& text) {
  std::fprintf(stderr, "stepscope-cli: %s\n", withoutControls(words().sentence(text)).c_str());
}

void tellError(const std::exception& problem) {
  std::fprintf(stderr, "stepscope-cli: %s\n", withoutControls(words().sentence(problem)).c_str());
}

}  // namespace stepscope::cli

namespace {

// Reports that standard output could not be written completely, for the reason `why` (errno; 0: unknown), and returns the exit code: output is part
// of a command's result, so a success becomes kNotSaved. A pipe whose reader has ended is no error.
int outputRefused(int code, int why) {
  if (why == EPIPE) return code;  // the reader of the pipe has ended
  if (why) stepscope::cli::tellError(stepscope::cli::spoken("the output could not be written completely: {}.", std::strerror(why)));
  else stepscope::cli::tellError(stepscope::cli::spoken("the output could not be written completely."));
  return code == 0 ? stepscope::cli::kNotSaved : code;
}

int withOutputWritten(int code) {
  const bool refused = std::fflush(stdout) != 0;
  const int why = refused ? errno : 0;
  if (!refused && !std::ferror(stdout)) return code;
  return outputRefused(code, why);
}

int runCommand(CLI::App& app, int argc, char** argv);

}  // namespace

int main(int argc, char** argv) {
  stepscope::restartWithShortSpins(argv);
  std::vector<char*> arguments(argv, argv + argc);
  const std::optional<std::string> unknown = stepscope::cli::chooseLanguage(arguments);
  if (unknown) {
    stepscope::cli::tellError(stepscope::cli::spoken("--lang: there is no language \"{}\". Choose en or zh_CN.", stepscope::Name{*unknown}));
    return stepscope::cli::kUsage;
  }
  CLI::App app{"Stepscope: train models and see where every millisecond and megabyte of the training step goes.", "stepscope-cli"};
  app.set_version_flag("--version", "stepscope-cli " STEPSCOPE_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 done; 1 failed; 2 the command line cannot be understood; 3 done, but not everything is on disk (a message says what is);\n4 a run or a sweep was to be continued, and nothing was left to do.\ntrain, sweep, try and lrtest stop cleanly at Ctrl+C, SIGTERM or SIGHUP, and with 0; a second Ctrl+C ends a command at once.");
  stepscope::cli::addNew(app);
  stepscope::cli::addData(app);
  stepscope::cli::addTrain(app);
  stepscope::cli::addLrTest(app);
  stepscope::cli::addBench(app);
  stepscope::cli::addSwitches(app);
  stepscope::cli::addTry(app);
  stepscope::cli::addModel(app);
  stepscope::cli::addRuns(app);
  stepscope::cli::addCheckpoints(app);
  stepscope::cli::addSweep(app);
  stepscope::cli::addStore(app);
  stepscope::cli::addReport(app);
  stepscope::cli::addSample(app);
  stepscope::cli::addEvaluate(app);
  stepscope::cli::addPredict(app);
  stepscope::cli::addExport(app);
  stepscope::cli::addFreeze(app);
  stepscope::cli::addDoctor(app);
  stepscope::cli::addTrace(app);
  stepscope::cli::addAdvise(app);
  stepscope::cli::speakUsage(app);
  return withOutputWritten(runCommand(app, static_cast<int>(arguments.size()), arguments.data()));
}

namespace {

int runCommand(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
    return 0;
  } catch (const CLI::ParseError& usage) {
    return app.exit(usage) == 0 ? 0 : stepscope::cli::kUsage;  // --help and --version are no errors
  } catch (const stepscope::cli::Failed& failed) {
    return failed.code;
  } catch (const std::bad_alloc&) {
    stepscope::cli::tellError(std::string("there is not enough memory. Choose a smaller batch size."));
    return stepscope::cli::kFailed;
  } catch (const std::system_error& refused) {  // thrown when a line cannot be printed
    if (!std::ferror(stdout)) {
      stepscope::cli::tellError(refused);
      return stepscope::cli::kFailed;
    }
    std::clearerr(stdout);
    return outputRefused(0, refused.code().value());
  } catch (const std::exception& error) {
    stepscope::cli::tellError(error);
    return stepscope::cli::kFailed;
  }
}

}  // namespace
