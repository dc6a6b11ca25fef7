#include "core/report/report.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <ctime>
#include <filesystem>

#include "core/base/error.h"
#include "core/report/html.h"
#include "core/report/run_sections.h"

namespace stepscope {
namespace {

std::string when(std::int64_t unixMs) {
  const std::time_t seconds = unixMs / 1000;
  std::tm local{};
  localtime_r(&seconds, &local);
  return fmt::format("{:%Y-%m-%d %H:%M:%S}", local);
}

std::string header(const RunInfo& run) {
  const std::string status = nameOf(run.status);
  std::string out = "<h1>" + html::escaped(run.name) + "</h1><p class=\"dim\">" + html::escaped(run.model) + " · " + when(run.createdMs) +
                    " · <span class=\"status-" + status + "\">" + status + "</span></p>";
  if (!run.message.empty()) out += "<p class=\"status-failed\">" + html::escaped(run.message) + "</p>";
  return out;
}

}  // namespace

std::string reportHtml(const RunReader& store, RunId id) {
  const std::optional<RunInfo> run = store.run(id);
  if (!run)
    throw Error(ErrorKind::Input, "run " + std::to_string(id), "there is no such run in this project",
                "List the runs with: stepscope-cli runs list PROJECT");
  std::string body = header(*run);
  body += report::cards(*run);
  body += report::curves(store, id, taskOf(*run));
  body += report::textSample(store.artefact(id, "text_sample").value_or(""));
  body += report::data(store.artefact(id, "data").value_or(""));
  body += report::memory(store.artefact(id, "memory_plan").value_or(""));
  body += report::breakdown(store.artefact(id, "breakdown").value_or(""));
  body += report::switches(store.artefact(id, "switches").value_or(""));
  body += report::markers(store.markers(id));
  body += report::configuration(run->configuration);
  body += report::environment(store.artefact(id, "environment").value_or(""));
  return html::page(run->name + " - Stepscope", body);
}

void writeReport(const std::string& storePath, RunId run, const std::string& file) {
  const std::string text = reportHtml(RunReader(storePath), run);
  const std::string temporary = file + ".tmp-" + std::to_string(getpid());
  const auto fail = [&](const char* what) {
    const std::string reason = std::strerror(errno);
    unlink(temporary.c_str());
    throw Error(ErrorKind::Resource, file, fmt::format("the report could not be {}: {}", what, reason),
                "Choose a folder that exists, may be written and has free space");
  };
  const int descriptor = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (descriptor < 0) fail("created");
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t wrote = write(descriptor, text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) {
      const int reason = errno;
      close(descriptor);
      errno = reason;
      fail("written");
    }
    done += static_cast<std::size_t>(wrote);
  }
  if (close(descriptor) != 0) fail("written");
  if (rename(temporary.c_str(), file.c_str()) != 0) fail("put in its place");
}

}  // namespace stepscope
