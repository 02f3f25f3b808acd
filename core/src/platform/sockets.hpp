// Sockets between the processes of one machine.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "platform/platform.hpp"

namespace optimeter::platform {

// All of these return 0, or the error as a value of `errno`; they repeat what a signal interrupts.
// Where the system has no such sockets, it is ENOSYS. No process that is started inherits one.

/// Listens under a new name, which nobody can guess.
int listen_somewhere(std::string& name, Descriptor& socket);
/// Takes the next connection; it does not block.
int accept_next(Descriptor listening, Descriptor& socket);
int connect_to(const std::string& name, Descriptor& socket);

/// As much as there is room for, or as has come: EAGAIN if nothing is, and 0 bytes have come when
/// the other side is gone. Connections that were made by `connect_to` wait instead.
int send_some(Descriptor socket, const char* bytes, std::size_t length, std::size_t& sent);
int receive_some(Descriptor socket, char* bytes, std::size_t length, std::size_t& received);

struct Watched {
  Descriptor socket;
  bool wants_room;     ///< whether to wait for room to send, too
  bool ready = false;  ///< there is something to receive, or the other side is gone
  bool room = false;
};

/// Waits until something happens on one of them.
int wait_for_any(std::vector<Watched>& all);

/// Random bytes that nobody can guess.
std::string secret();
/// The name of this machine.
std::string host_name();
/// Signals are for other threads than this one.
void block_signals();

}  // namespace optimeter::platform
