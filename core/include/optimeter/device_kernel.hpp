// A mapping as a GPU needs it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace optimeter {

/// One kernel of a mapping: what it is compiled from and with, and its tables.
struct DeviceKernel {
  std::string source;    ///< name of its source
  std::string function;  ///< name of its entry
  std::string family;    ///< of rows; see bbob/table.hpp
  std::size_t index = 0;
  std::size_t dimension = 0;
  std::size_t block = 0;     ///< rows of the blocks of its matrices
  std::size_t integers = 0;  ///< integer variables
  bool boxed = false;
  bool rotated = false;
  std::size_t peaks = 0;

  std::vector<double> image;         ///< all tables
  std::vector<std::size_t> ends;     ///< the numbers of leading doubles that are whole tables
  std::vector<std::byte> parameter;  ///< the first argument of the kernel
  double factor = 1.0;
  std::size_t outputs = 1;
};

}  // namespace optimeter
