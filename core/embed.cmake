# Turns a data file into a C++ header with its bytes, so that the engine carries it along.
#   optimeter_embed(<file> <header> <name of the array> <SHA-256 of the file>)
function(optimeter_embed file header name checksum)
  file(SHA256 ${file} actual)
  if(NOT actual STREQUAL checksum)
    message(FATAL_ERROR "${file} is damaged or was changed: its SHA-256 is ${actual}")
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(................................................................)" "\\1\n"
                       bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  file(CONFIGURE OUTPUT ${header} CONTENT "#pragma once
namespace optimeter {
inline constexpr unsigned char ${name}[] = {
${bytes}};
}  // namespace optimeter
")
endfunction()
