#include "app/cli/progress_bar.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "app/cli/speech.h"
#include "core/base/clock.h"
#include "core/base/units.h"
#include "core/words/width.h"

namespace stepscope::cli {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

int terminalWidth() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string facts(const StepEvent& event, std::int64_t samplesLeft) {
  const double rate = event.of("samples_per_second");
  std::string text =
      spoken("epoch {} step {}/{}  loss {}  {}", event.epoch + 1, event.step, event.totalSteps, text::number(event.loss()), text::throughput(rate));
  if (rate > 0) text += spoken("  {} left", text::duration(static_cast<double>(samplesLeft) / rate));
  return text;
}

}  // namespace

ProgressBar::ProgressBar() : terminal_(isatty(STDERR_FILENO) == 1) {}

void ProgressBar::show(const StepEvent& event) {
  const std::int64_t now = nowNs();
  if (now < nextDraw_) return;
  nextDraw_ = now + (terminal_ ? kSecond / 10 : 10 * kSecond);
  // The number of samples per step follows from the rate and the time of a step.
  const double stepMs = event.of("step_ms"), samplesPerStep = stepMs > 0 ? event.of("samples_per_second") * stepMs * 1e-3 : 0;
  const std::string text = facts(event, static_cast<std::int64_t>(samplesPerStep * static_cast<double>(event.totalSteps - event.step)));
  if (!terminal_) {
    fmt::print(stderr, "{}\n", text);
    return;
  }
  const int width = terminalWidth();
  const int bar = std::clamp(width - static_cast<int>(widthOf(text)) - 5, 0, 40);
  const double done = event.totalSteps > 0 ? static_cast<double>(event.step) / static_cast<double>(event.totalSteps) : 0;
  const int filled = static_cast<int>(done * bar);
  std::string drawn = bar >= 8 ? fmt::format("[{:#<{}}{:.<{}}] ", "", filled, "", bar - filled) : std::string();
  drawn += text;
  drawn = cutToWidth(drawn, static_cast<std::size_t>(std::max(1, width - 1)));
  fmt::print(stderr, "\r\033[K{}", drawn);
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressBar::line(const std::string& text) {
  clear();
  fmt::print(stderr, "{}\n", text);
  std::fflush(stderr);
}

void ProgressBar::status(const std::string& text) {
  if (!terminal_) return;
  fmt::print(stderr, "\r\033[K{}", text);
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressBar::clear() {
  if (!drawn_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  drawn_ = false;
}

}  // namespace stepscope::cli
