#include "optimeter/parsers/tar.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

namespace optimeter::parsers {
namespace {

constexpr std::size_t kRecord = 512;
constexpr std::uint64_t kNoSize = UINT64_MAX;  // no pax header gives the size of the next file

std::string_view field(std::string_view header, std::size_t offset, std::size_t size) {
  std::string_view text = header.substr(offset, size);
  return text.substr(0, text.find('\0'));
}

// A number in octal digits or, with the top bit set, in base 256.
std::optional<std::uint64_t> number(std::string_view header, std::size_t offset, std::size_t size) {
  const std::string_view raw = header.substr(offset, size);
  if ((static_cast<unsigned char>(raw.front()) & 0x80U) != 0) {
    std::uint64_t value = static_cast<unsigned char>(raw.front()) & 0x7FU;
    for (const char c : raw.substr(1)) {
      if (value >> 55U != 0) return std::nullopt;
      value = value << 8U | static_cast<unsigned char>(c);
    }
    return value;
  }
  std::string_view digits = field(header, offset, size);
  while (!digits.empty() && digits.front() == ' ') digits.remove_prefix(1);
  while (!digits.empty() && digits.back() == ' ') digits.remove_suffix(1);
  std::uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, 8);
  if (digits.empty()) return 0;
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

bool has_valid_checksum(std::string_view header) {
  const std::optional<std::uint64_t> stored = number(header, 148, 8);
  if (!stored) return false;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kRecord; ++i) {
    sum += i >= 148 && i < 156 ? ' ' : static_cast<unsigned char>(header[i]);
  }
  return sum == *stored;
}

// Value of a key in a pax header, whose records are "length key=value\n".
std::optional<std::string_view> pax_value(std::string_view records, std::string_view key) {
  std::optional<std::string_view> found;
  while (!records.empty()) {
    std::size_t length = 0;
    const auto [stop, error] =
        std::from_chars(records.data(), records.data() + records.size(), length);
    const auto digits = static_cast<std::size_t>(stop - records.data());
    if (error != std::errc() || length <= digits + 1 || length > records.size()) break;
    std::string_view record = records.substr(digits + 1, length - digits - 1);
    records.remove_prefix(length);
    if (!record.empty() && record.back() == '\n') record.remove_suffix(1);
    if (record.size() > key.size() && record.starts_with(key) && record[key.size()] == '=') {
      found = record.substr(key.size() + 1);
    }
  }
  return found;
}

}  // namespace

bool is_tar(std::string_view bytes) {
  return bytes.size() >= kRecord && bytes.front() != '\0' &&
         has_valid_checksum(bytes.substr(0, kRecord));
}

Tar list_tar(std::string_view bytes) {
  Tar tar;
  std::string long_name;
  std::uint64_t long_size = kNoSize;
  std::size_t at = 0;
  while (true) {
    if (bytes.size() - at < kRecord) {
      tar.truncated = true;  // the end mark is a record of zeros
      break;
    }
    const std::string_view header = bytes.substr(at, kRecord);
    if (header.find_first_not_of('\0') == std::string_view::npos) break;
    const std::optional<std::uint64_t> stored = number(header, 124, 12);
    if (!has_valid_checksum(header) || !stored) {
      tar.truncated = true;
      break;
    }
    const char type = header[156];
    const bool holds_file = type == '0' || type == '\0' || type == '7';
    const std::uint64_t size = holds_file && long_size != kNoSize ? long_size : *stored;
    const std::size_t begin = at + kRecord;
    if (size > bytes.size() - begin) {
      tar.truncated = true;
      break;
    }
    const std::string_view content = bytes.substr(begin, static_cast<std::size_t>(size));
    const std::size_t padded = (content.size() + kRecord - 1) / kRecord * kRecord;
    at = begin + std::min(padded, bytes.size() - begin);
    if (type == 'L') {
      long_name = content.substr(0, content.find('\0'));
      continue;
    }
    if (type == 'x') {
      if (const auto path = pax_value(content, "path")) long_name = *path;
      if (const auto text = pax_value(content, "size")) {
        std::uint64_t value = 0;
        const auto [stop, error] =
            std::from_chars(text->data(), text->data() + text->size(), value);
        if (error == std::errc() && stop == text->data() + text->size()) long_size = value;
      }
      continue;
    }
    std::string name = std::move(long_name);
    if (name.empty()) {
      const std::string_view prefix =
          field(header, 257, 6).starts_with("ustar") ? field(header, 345, 155) : std::string_view();
      if (!prefix.empty()) name.append(prefix).append("/");
      name.append(field(header, 0, 100));
    }
    long_name.clear();
    long_size = kNoSize;
    if (holds_file) {
      tar.members.push_back({std::move(name), begin, content.size()});
    } else if (type == '1' || type == '2' || type == '3' || type == '4' || type == '6') {
      tar.links.push_back(std::move(name));
    }
  }
  return tar;
}

}  // namespace optimeter::parsers
