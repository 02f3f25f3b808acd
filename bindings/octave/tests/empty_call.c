/* A MEX function that does nothing: what a call costs in any case. */
#include "mex.h"

void mexFunction(int nlhs, mxArray* plhs[], int nrhs, const mxArray* prhs[]) {
  (void)nlhs;
  (void)plhs;
  (void)nrhs;
  (void)prhs;
}
