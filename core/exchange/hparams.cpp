#include "core/exchange/hparams.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/exchange/wire.h"

namespace stepscope {
namespace {

// A google.protobuf.Value as JSON text.
std::string valueOf(std::string_view bytes) {
  nlohmann::json value;
  WireReader reader(bytes);
  while (reader.next()) {
    if (const double real = reader.real(); reader.field() == 2) {
      if (std::isfinite(real)) value = real;
      else value = std::isnan(real) ? "NaN" : real > 0 ? "Infinity" : "-Infinity";
    }
    if (reader.field() == 3 && reader.isBytes()) value = std::string(reader.bytes());
    if (reader.field() == 4 && reader.isVarint()) value = reader.varint() != 0;
  }
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> hyperparametersOf(std::string_view content) {
  std::vector<std::pair<std::string, std::string>> found;
  WireReader data(content);
  while (data.next()) {
    if (data.field() != 3 || !data.isBytes()) continue;
    WireReader session(data.bytes());
    while (session.next()) {
      if (session.field() != 1 || !session.isBytes()) continue;
      std::pair<std::string, std::string> entry;
      WireReader map(session.bytes());
      while (map.next()) {
        if (map.field() == 1 && map.isBytes()) entry.first = map.bytes();
        if (map.field() == 2 && map.isBytes()) entry.second = valueOf(map.bytes());
      }
      found.push_back(std::move(entry));
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string hyperparametersContent(const std::vector<std::pair<std::string, std::string>>& hyperparameters, double startTime) {
  std::string session;
  WireWriter sessions(session);
  for (const auto& [name, text] : hyperparameters) {
    const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
    std::string value, entry;
    WireWriter values(value);
    if (json.is_number()) values.real(2, json.get<double>());
    else if (json.is_boolean()) values.varint(4, json.get<bool>() ? 1 : 0);
    else values.bytes(3, json.is_string() ? json.get<std::string>() : text);
    WireWriter entries(entry);
    entries.bytes(1, name);
    entries.bytes(2, value);
    sessions.bytes(1, entry);
  }
  sessions.real(5, startTime);
  std::string content;
  WireWriter contents(content);
  contents.varint(1, 0);
  contents.bytes(3, session);
  return content;
}

}  // namespace stepscope
