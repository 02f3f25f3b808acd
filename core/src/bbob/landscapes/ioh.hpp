// The bbob functions as IOHprofiler has them, and its many-affine combinations of them (see
// generators.hpp).
//
// IOHprofiler computes some terms in another order than COCO, and rounds one coordinate more in the
// step ellipsoid. Here every operation is made in the order of its definition, one point after the
// other, with elementary functions that are correctly rounded: the values are IOHprofiler's to the
// last bit wherever its C library rounds correctly, too. That is slower than the kernels of bbob.
#pragma once

#include <cstddef>
#include <cstdint>

#include "optimeter/mapping.hpp"

namespace optimeter {

/// A function of IOHprofiler's BBOB.
Landscape ioh_landscape(int function, std::size_t d, std::int64_t instance);

/// A function of IOHprofiler's SBOX: +inf outside of the box, optima anywhere inside.
Landscape sbox_landscape(int function, std::size_t d, std::int64_t instance);

/// A function of mabbob: there is one, and its instances are combinations.
Landscape mabbob_landscape(int function, std::size_t d, std::int64_t instance);

}  // namespace optimeter
