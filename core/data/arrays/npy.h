// NumPy's files: NPY of versions 1 to 3 (numpy.lib.format) and NPZ, a Zip archive of them. Pickled objects are refused, never opened.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace stepscope {

struct NumpyArray {
  enum class Type : std::uint8_t { Bool, Signed, Unsigned, Float, Text };  // Text: of fixed length, in UTF-8 or UTF-32

  std::string name;  // of the member, without ".npy"; empty for a file of its own
  Type type = Type::Float;
  std::int64_t itemBytes = 0;  // of an item; negative for a text in UTF-32
  std::vector<std::int64_t> shape;
  std::vector<std::uint8_t> data;  // in C order and in the byte order of this machine

  std::int64_t size() const;                   // number of items
  double number(std::int64_t index) const;     // not for texts; integers beyond 2^53 are rounded
  std::string text(std::int64_t index) const;  // for texts
  bool whole() const { return type != Type::Float && type != Type::Text; }
  std::string title() const;  // "float32, 100 x 28 x 28"
};

// Sizes and headers are checked before memory is taken. `where`: the name of the array in an Error (Input). Objects, structured types, complex
// numbers and dates throw one that names the type and how to convert the values.
NumpyArray parseNpy(std::span<const std::uint8_t> bytes, const std::string& where);

// The names of the arrays in a .npz file, without ".npy"; empty for a .npy file.
std::vector<std::string> namesInNpz(const std::string& file);

// The arrays of a .npy or .npz file, which is recognized by its first bytes, sorted by name. `wanted`: whether to read the member of a name; null:
// all are read. Throws Error (Input), and Cancelled soon after `cancel` became true.
std::vector<NumpyArray> readNumpy(const std::string& file, const std::atomic<bool>* cancel = nullptr,
                                  const std::function<bool(const std::string& name)>& wanted = {});

}  // namespace stepscope
