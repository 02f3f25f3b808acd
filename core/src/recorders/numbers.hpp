// Numbers as text: what printf writes in the C locale, whatever the locale of the process.
#pragma once

#include <cstdint>
#include <string>

namespace optimeter {

/// %lu and %ld
void append_count(std::string& text, std::uint64_t value);
void append_integer(std::string& text, std::int64_t value);
/// %.{digits}e
void append_scientific(std::string& text, double value, int digits);
/// %+.{digits}e
void append_signed_scientific(std::string& text, double value, int digits);
/// %.{digits}f
void append_fixed(std::string& text, double value, int digits);
/// The shortest decimals that give the value back; integral values without a point, exponents from
/// 1e16 and below 1e-4 with at least two digits: 0.5, -2, 1e-05, 1e+16.
void append_shortest(std::string& text, double value);
/// What %.{digits}g rounds to, in few letters: 12.5, 0.05, 5e-3, 1234e5.
void append_significant(std::string& text, double value, int digits);

}  // namespace optimeter
