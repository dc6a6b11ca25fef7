#include "app/cli/usage.h"

#include <string_view>

#include "app/cli/speech.h"

namespace stepscope::cli {
namespace {

// Texts that the parser (CLI11 2.1 to 2.5) prints itself. They are listed so that the translation catalogue contains them: words of the help here,
// and patterns of its errors below.
[[maybe_unused]] constexpr const char* kOfParser[] = {"Print this help message and exit",
                                                      "Display program version information and exit",
                                                      "Options",
                                                      "Positionals",
                                                      "Subcommands",
                                                      "Usage",
                                                      "REQUIRED",
                                                      "Needs",
                                                      "Excludes"};
[[maybe_unused]] constexpr const char* kErrorsOfParser[] = {"{} is required",
                                                            "A subcommand is required",
                                                            "The following argument was not expected: {}",
                                                            "The following arguments were not expected: {}",
                                                            "{}: {} required {} missing",
                                                            "{}: At least {} required",
                                                            "{} requires {}",
                                                            "{} excludes {}",
                                                            "{}: Number less or equal to 0: {}",
                                                            "{}: Failed parsing number: ({})",
                                                            "{}: Failed parsing {} as a number",
                                                            "{}: {} not in {}",
                                                            "{}: Value {} not in range {} to {}",
                                                            "{}: Value {} not in range [{} - {}]",
                                                            "Could not convert: {} = {}"};

void speakHelp(CLI::App& app) {
  const auto in = [](const std::string& english) { return words().text(english); };
  app.description(in(app.get_description()));
  if (const std::string footer = app.get_footer(); !footer.empty()) app.footer(in(footer));
  app.group(in(app.get_group()));
  for (CLI::Option* option : app.get_options()) {
    option->description(in(option->get_description()));
    if (!option->get_group().empty()) option->group(in(option->get_group()));
  }
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) speakHelp(*command);
}

std::string failure(const CLI::App*, const CLI::Error& error) {
  return words().sentence(std::string_view(error.what())) + "\n" + spoken("Run with --help for more information.") + "\n";
}

}  // namespace

std::optional<std::string> chooseLanguage(std::vector<char*>& arguments) {
  std::optional<std::string> asked;
  for (std::size_t i = 1; i < arguments.size() && std::string_view(arguments[i]) != "--"; ++i) {
    const std::string_view argument = arguments[i];
    const bool apart = argument == "--lang" && i + 1 < arguments.size();
    if (!apart && !argument.starts_with("--lang=")) continue;
    asked = apart ? arguments[i + 1] : std::string(argument.substr(argument.find('=') + 1));
    const auto at = arguments.begin() + static_cast<std::ptrdiff_t>(i);
    arguments.erase(at, at + (apart ? 2 : 1));
    --i;
  }
  const std::optional<TextLanguage> named = asked ? languageNamed(*asked) : languageOfEnvironment();
  if (!named) return asked;
  if (*named != TextLanguage::English) speak(Words(*named));
  return {};
}

void speakUsage(CLI::App& app) {
  app.add_option_function<std::string>(
         "--lang", [](const std::string&) {},
         "Language of what is printed and of reports: en or zh_CN; that of the environment (LC_ALL, LC_MESSAGES, LANG) without it")
      ->type_name("LANGUAGE");
  if (words().english()) return;
  app.failure_message(failure);
  for (const char* label : {"Usage", "Positionals", "REQUIRED", "Needs", "Excludes"}) app.get_formatter()->label(label, words().text(label));
  speakHelp(app);
}

}  // namespace stepscope::cli
