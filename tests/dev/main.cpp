// stepscope-dev: what developers run beside the two programs of users.
#include <cstdio>
#include <exception>

#include "app/cli/commands.h"
#include "core/backend/openmp_waiting.h"
#include "tests/dev/commands.h"

void stepscope::cli::tellError(const std::string& text) {
  std::fprintf(stderr, "stepscope-dev: %s\n", text.c_str());
}
void stepscope::cli::tellError(const std::exception& problem) {
  tellError(std::string(problem.what()));
}

int main(int argc, char** argv) {
  stepscope::restartWithShortSpins(argv);
  CLI::App app{"What developers run beside stepscope and stepscope-cli.", "stepscope-dev"};
  app.require_subcommand(1);
  stepscope::dev::addSelftest(app);
  stepscope::dev::addBench(app);
  try {
    app.parse(argc, argv);
    return 0;
  } catch (const CLI::ParseError& usage) {
    return app.exit(usage);
  } catch (const stepscope::cli::Failed& failed) {
    return failed.code;
  } catch (const std::exception& error) {
    stepscope::cli::tellError(error.what());
    return stepscope::cli::kFailed;
  }
}
