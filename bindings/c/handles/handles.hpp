// Handles: numbers that stand for objects, so that one that was given back is noticed.
//
// A handle is made of the place in a table, the kind of the object and a count of how often the
// place was used; it looks like a pointer to C and is none. It fits into 53 bits: languages whose
// numbers are doubles can hold it. Looking one up takes two loads and a comparison, and no number,
// however wrong, reads foreign memory.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <new>

namespace optimeter::c {

static_assert(sizeof(void*) == 8, "handles need pointers of 64 bits");

/// Objects of classes that have a number, `kKind`; a handle looks like a pointer to the object.
class HandleTable {
 public:
  /// A new handle, which owns the object. Throws std::bad_alloc when there are too many.
  template <typename T>
  T* add(std::unique_ptr<T> object) {
    const std::uintptr_t number = enter(T::kKind, object.get());
    static_cast<void>(object.release());
    return reinterpret_cast<T*>(number);
  }

  /// The object of a handle; null if it is none of that kind or was given back.
  template <typename T>
  T* find(const T* handle) const noexcept {
    return static_cast<T*>(look_up(reinterpret_cast<std::uintptr_t>(handle), T::kKind));
  }

  /// The same, and the handle is not valid any more.
  template <typename T>
  std::unique_ptr<T> remove(T* handle) noexcept {
    void* const object = give_back(reinterpret_cast<std::uintptr_t>(handle), T::kKind);
    return std::unique_ptr<T>(static_cast<T*>(object));
  }

 private:
  std::uintptr_t enter(unsigned kind, void* object) {
    const std::lock_guard lock(mutex_);
    std::uint64_t place = 0;
    if (free_.size() > kRest) {  // the place that was free for longest
      place = free_.front();
      free_.pop_front();
    } else {
      place = next_;
      const std::uint64_t slab = place / kSlab;
      if (slab >= kSlabs) throw std::bad_alloc();
      if (slabs_[slab].load(std::memory_order_relaxed) == nullptr) {
        slabs_[slab].store(new Slab(), std::memory_order_release);
      }
      ++next_;
    }
    Slot& slot = slot_at(place);
    slot.object = object;
    const std::uint64_t tag = (++slot.uses << kKindBits) | kind;
    slot.tag.store(tag, std::memory_order_release);
    return static_cast<std::uintptr_t>((tag << kPlaceBits) | place);
  }

  void* look_up(std::uintptr_t handle, unsigned kind) const noexcept {
    const Slot* const slot = slot_of(handle);
    if (slot == nullptr) return nullptr;
    const std::uint64_t tag = handle >> kPlaceBits;
    if (slot->tag.load(std::memory_order_acquire) != tag || (tag & kKindMask) != kind) {
      return nullptr;
    }
    return slot->object;
  }

  void* give_back(std::uintptr_t handle, unsigned kind) noexcept {
    const std::lock_guard lock(mutex_);
    void* const object = look_up(handle, kind);
    if (object == nullptr) return nullptr;
    const std::uint64_t place = handle & kPlaceMask;
    Slot& slot = slot_at(place);
    slot.tag.store(0, std::memory_order_release);
    if (slot.uses >= kUses) return object;  // never used again
    try {
      free_.push_back(place);
    } catch (const std::bad_alloc&) {  // the place is lost
    }
    return object;
  }

  static constexpr unsigned kPlaceBits = 24;
  static constexpr unsigned kKindBits = 4;
  static constexpr std::uint64_t kPlaceMask = (1ULL << kPlaceBits) - 1;
  static constexpr std::uint64_t kKindMask = (1ULL << kKindBits) - 1;
  static constexpr std::uint64_t kUses = (1ULL << 25) - 1;
  static constexpr std::uint64_t kSlab = 1024;
  static constexpr std::uint64_t kSlabs = (1ULL << kPlaceBits) / kSlab;
  static constexpr std::size_t kRest = 64;  // so many places rest before one is used again

  struct Slot {
    std::atomic<std::uint64_t> tag{0};  // 0: free
    void* object = nullptr;
    std::uint64_t uses = 0;
  };
  using Slab = std::array<Slot, kSlab>;

  const Slot* slot_of(std::uintptr_t handle) const noexcept {
    const std::uint64_t place = handle & kPlaceMask;
    const Slab* const slab = slabs_[place / kSlab].load(std::memory_order_acquire);
    return slab == nullptr ? nullptr : &(*slab)[place % kSlab];
  }
  Slot& slot_at(std::uint64_t place) {
    return (*slabs_[place / kSlab].load(std::memory_order_relaxed))[place % kSlab];
  }

  std::mutex mutex_;  // of everything but the slots, which are read without it
  std::uint64_t next_ = 0;
  std::deque<std::uint64_t> free_;
  std::array<std::atomic<Slab*>, kSlabs> slabs_{};  // kept to the end of the process
};

}  // namespace optimeter::c
