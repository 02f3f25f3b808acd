// The inverses of the nonlinear transformations of a variable.
#pragma once

namespace optimeter {

/// The number that T_osz maps to `y`.
double inverse_oscillation(double y);

/// The number that T_asy with the given beta i / (d - 1) maps to `y`.
double inverse_asymmetry(double y, double exponent_factor);

}  // namespace optimeter
