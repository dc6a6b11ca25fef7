// The language of a command line, and its help in it.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace stepscope::cli {

// Takes --lang and its value out of the arguments, wherever they stand before "--", and speaks that language, else that of the environment.
// Returns an unknown language; an option without a value is left to the parser.
std::optional<std::string> chooseLanguage(std::vector<char*>& arguments);

// Names --lang in the help, and puts all help and what the parser says of wrong arguments into the language. Once all commands are there.
void speakUsage(CLI::App& app);

}  // namespace stepscope::cli
