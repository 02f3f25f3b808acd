// Powers of ten to 64 bits: 10^k is mantissa * 2^exponent, rounded to nearest.
#pragma once

#include <cstdint>

namespace optimeter {

struct PowerOfTen {
  std::uint64_t mantissa;
  int exponent;
};

inline constexpr int kLargestTen = 40;

/// 10^-40 to 10^40.
inline constexpr PowerOfTen kPowersOfTen[] = {
    {0x8b61313bbabce2c6U, -196}, {0xae397d8aa96c1b78U, -193}, {0xd9c7dced53c72256U, -190},
    {0x881cea14545c7575U, -186}, {0xaa242499697392d3U, -183}, {0xd4ad2dbfc3d07788U, -180},
    {0x84ec3c97da624ab5U, -176}, {0xa6274bbdd0fadd62U, -173}, {0xcfb11ead453994baU, -170},
    {0x81ceb32c4b43fcf5U, -166}, {0xa2425ff75e14fc32U, -163}, {0xcad2f7f5359a3b3eU, -160},
    {0xfd87b5f28300ca0eU, -157}, {0x9e74d1b791e07e48U, -153}, {0xc612062576589ddbU, -150},
    {0xf79687aed3eec551U, -147}, {0x9abe14cd44753b53U, -143}, {0xc16d9a0095928a27U, -140},
    {0xf1c90080baf72cb1U, -137}, {0x971da05074da7befU, -133}, {0xbce5086492111aebU, -130},
    {0xec1e4a7db69561a5U, -127}, {0x9392ee8e921d5d07U, -123}, {0xb877aa3236a4b449U, -120},
    {0xe69594bec44de15bU, -117}, {0x901d7cf73ab0acd9U, -113}, {0xb424dc35095cd80fU, -110},
    {0xe12e13424bb40e13U, -107}, {0x8cbccc096f5088ccU, -103}, {0xafebff0bcb24aaffU, -100},
    {0xdbe6fecebdedd5bfU, -97},  {0x89705f4136b4a597U, -93},  {0xabcc77118461cefdU, -90},
    {0xd6bf94d5e57a42bcU, -87},  {0x8637bd05af6c69b6U, -83},  {0xa7c5ac471b478423U, -80},
    {0xd1b71758e219652cU, -77},  {0x83126e978d4fdf3bU, -73},  {0xa3d70a3d70a3d70aU, -70},
    {0xcccccccccccccccdU, -67},  {0x8000000000000000U, -63},  {0xa000000000000000U, -60},
    {0xc800000000000000U, -57},  {0xfa00000000000000U, -54},  {0x9c40000000000000U, -50},
    {0xc350000000000000U, -47},  {0xf424000000000000U, -44},  {0x9896800000000000U, -40},
    {0xbebc200000000000U, -37},  {0xee6b280000000000U, -34},  {0x9502f90000000000U, -30},
    {0xba43b74000000000U, -27},  {0xe8d4a51000000000U, -24},  {0x9184e72a00000000U, -20},
    {0xb5e620f480000000U, -17},  {0xe35fa931a0000000U, -14},  {0x8e1bc9bf04000000U, -10},
    {0xb1a2bc2ec5000000U, -7},   {0xde0b6b3a76400000U, -4},   {0x8ac7230489e80000U, 0},
    {0xad78ebc5ac620000U, 3},    {0xd8d726b7177a8000U, 6},    {0x878678326eac9000U, 10},
    {0xa968163f0a57b400U, 13},   {0xd3c21bcecceda100U, 16},   {0x84595161401484a0U, 20},
    {0xa56fa5b99019a5c8U, 23},   {0xcecb8f27f4200f3aU, 26},   {0x813f3978f8940984U, 30},
    {0xa18f07d736b90be5U, 33},   {0xc9f2c9cd04674edfU, 36},   {0xfc6f7c4045812296U, 39},
    {0x9dc5ada82b70b59eU, 43},   {0xc5371912364ce305U, 46},   {0xf684df56c3e01bc7U, 49},
    {0x9a130b963a6c115cU, 53},   {0xc097ce7bc90715b3U, 56},   {0xf0bdc21abb48db20U, 59},
    {0x96769950b50d88f4U, 63},   {0xbc143fa4e250eb31U, 66},   {0xeb194f8e1ae525fdU, 69}};

}  // namespace optimeter
