// Reads the arguments of a zoo model or of one layer: defaults, bounds, and messages that name the key. Private to core/models.
#pragma once

#include <string>

#include "core/models/extent.h"
#include "core/models/model.h"

namespace stepscope {

// Throws Error (Input) at `where`, with the nearest valid name, unless `name` is one of `valid`.
void checkName(const std::string& where, const char* what, const std::string& name, const std::vector<std::string>& valid);

class ZooArguments {
 public:
  // Throws Error (Input) for an argument that the entry does not have.
  ZooArguments(const ModelSpec& spec, const ZooEntry& entry);

  std::vector<std::int64_t> integers(const std::string& key, std::vector<std::int64_t> fallback, std::int64_t least, std::int64_t most) const;
  std::int64_t integer(const std::string& key, std::int64_t fallback, std::int64_t least, std::int64_t most) const;
  // A real number in [least, most).
  double real(const std::string& key, double fallback, double least, double most) const;
  // One of `valid`.
  std::string text(const std::string& key, const std::string& fallback, const std::vector<std::string>& valid) const;

 private:
  const ModelSpec& spec_;
};

class LayerArguments {
 public:
  // `where`: "model.layers[2]". Throws Error (Input) for an argument that the layer type does not have.
  LayerArguments(const LayerSpec& spec, const LayerType& type, std::string where);

  std::int64_t integer(const std::string& key, std::int64_t least, std::int64_t most) const;  // required
  std::int64_t integer(const std::string& key, std::int64_t fallback, std::int64_t least, std::int64_t most) const;
  // One number, or a list of height and width.
  Extent extent(const std::string& key, std::int64_t least, std::int64_t most) const;  // required
  Extent extent(const std::string& key, Extent fallback, std::int64_t least, std::int64_t most) const;
  double real(const std::string& key, double fallback, double least, double most) const;
  bool flag(const std::string& key, bool fallback) const;
  // One of `valid`.
  std::string text(const std::string& key, const std::string& fallback, const std::vector<std::string>& valid) const;
  std::string text(const std::string& key) const;  // required, any text
  // One number is a list of one; at least one number, each in [least, most].
  std::vector<std::int64_t> list(const std::string& key, std::int64_t least, std::int64_t most) const;  // required
  bool has(const std::string& key) const;
  const std::string& where() const { return where_; }

 private:
  [[noreturn]] void throwMissing(const std::string& key, const char* needed) const;

  const LayerSpec& spec_;
  std::string where_;
};

}  // namespace stepscope
