// stepscope-cli: the engine without a window.
#include <cstdio>
#include <exception>
#include <new>

#include "app/cli/commands.h"
#include "core/base/one_line.h"
#include "core/backend/openmp_waiting.h"

int main(int argc, char** argv) {
  stepscope::restartWithShortSpins(argv);
  CLI::App app{"Stepscope: train models and see where every millisecond and megabyte of the training step goes.", "stepscope-cli"};
  app.set_version_flag("--version", "stepscope-cli " STEPSCOPE_VERSION);
  app.require_subcommand(1);
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
  stepscope::cli::addDoctor(app);
  stepscope::cli::addTrace(app);
  stepscope::cli::addAdvise(app);
  stepscope::cli::addSelftest(app);
  try {
    app.parse(argc, argv);
    return 0;
  } catch (const CLI::ParseError& usage) {
    return app.exit(usage) == 0 ? 0 : 2;  // --help and --version are no errors
  } catch (const stepscope::cli::Failed&) {
    return 1;
  } catch (const std::bad_alloc&) {
    std::fputs("stepscope-cli: there is not enough memory. Choose a smaller batch size.\n", stderr);
    return 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "stepscope-cli: %s\n", stepscope::withoutControls(error.what()).c_str());
    return 1;
  }
}
