#include "app/cli/speech.h"

namespace stepscope::cli {
namespace {

Words& chosen() {
  static Words words;
  return words;
}

}  // namespace

void speak(Words words) {
  chosen() = std::move(words);
}

const Words& words() {
  return chosen();
}

}  // namespace stepscope::cli
