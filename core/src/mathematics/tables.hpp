// Made by scripts/mathematics_tables.py, in multiple precision; nothing is typed by hand.
#pragma once

namespace optimeter::mathematics {

/// Sums of doubles that are not evaluated, the largest first.
struct Two {
  double high, low;
};
struct Three {
  double high, middle, low;
};

// clang-format off

/// 1 / c of the intervals of a mantissa.
alignas(64) inline constexpr double kInverse[32] = {
    0x1.6d80000000000p+0,
    0x1.6580000000000p+0,
    0x1.5e00000000000p+0,
    0x1.5680000000000p+0,
    0x1.4f80000000000p+0,
    0x1.4900000000000p+0,
    0x1.4280000000000p+0,
    0x1.3c00000000000p+0,
    0x1.3600000000000p+0,
    0x1.3080000000000p+0,
    0x1.2b00000000000p+0,
    0x1.2580000000000p+0,
    0x1.2080000000000p+0,
    0x1.1b80000000000p+0,
    0x1.1680000000000p+0,
    0x1.1200000000000p+0,
    0x1.0d80000000000p+0,
    0x1.0900000000000p+0,
    0x1.0500000000000p+0,
    0x1.0000000000000p+0,
    0x1.f300000000000p-1,
    0x1.e480000000000p-1,
    0x1.d680000000000p-1,
    0x1.c900000000000p-1,
    0x1.bd00000000000p-1,
    0x1.b100000000000p-1,
    0x1.a600000000000p-1,
    0x1.9b80000000000p-1,
    0x1.9100000000000p-1,
    0x1.8780000000000p-1,
    0x1.7e80000000000p-1,
    0x1.7600000000000p-1,
};

/// log c as a multiple of 2^-42 and the rest.
inline constexpr Three kLog[32] = {
    {-0x1.6ca28d2e35000p-2, 0x1.9ea5e8e76dd34p-44, 0x1.a7e64faed42d1p-98},
    {-0x1.55f9107a44000p-2, 0x1.1e64778df4a62p-46, 0x1.edb44cca22f1dp-100},
    {-0x1.404308686a000p-2, -0x1.f8ef43049f7d3p-44, -0x1.92985641827dap-100},
    {-0x1.2a1499f763000p-2, 0x1.0dbbf51f3aadcp-44, 0x1.6b36b7e4a3888p-99},
    {-0x1.14ef67f887000p-2, 0x1.e97a65dfc9794p-44, -0x1.3e412c5a852ddp-98},
    {-0x1.00e6c45ad5000p-2, -0x1.cc68d52e01203p-50, 0x1.674fc7b071796p-104},
    {-0x1.d8ef91af32000p-3, 0x1.5105fc364c784p-46, -0x1.d35c7687b4117p-100},
    {-0x1.af3c94e80c000p-3, 0x1.a4e633fcd9066p-52, 0x1.468989647465ap-108},
    {-0x1.87fa06520c000p-3, -0x1.22120401202fcp-44, 0x1.b344296aa3ed2p-98},
    {-0x1.6350a28aaa000p-3, -0x1.d5ec0ab8163afp-45, 0x1.8ccc32c178316p-99},
    {-0x1.3dfc2b0ecc000p-3, -0x1.8a72a62b8c13fp-45, -0x1.fd125f880bf71p-99},
    {-0x1.17f6458fca000p-3, -0x1.843fad093c8dcp-45, -0x1.0032ddab00430p-102},
    {-0x1.e98b549670000p-4, -0x1.4677489c50e97p-44, 0x1.667e89ca4e719p-98},
    {-0x1.a1ef1d8060000p-4, -0x1.cd4176df97bcbp-44, -0x1.77f26f3fbf97dp-100},
    {-0x1.590cafdf00000p-4, -0x1.c284f5722abaap-44, 0x1.25cd5c0f1a749p-99},
    {-0x1.16536eea38000p-4, 0x1.47c5e768fa309p-46, -0x1.325e46da42906p-100},
    {-0x1.a4fe9ffa40000p-5, 0x1.6e584a0402925p-44, -0x1.329846442c297p-99},
    {-0x1.1b0d989240000p-5, 0x1.3401e9ae889bbp-44, -0x1.dbf412a68ff1ap-99},
    {-0x1.3cea443470000p-6, 0x1.6a2c432d6a40bp-44, -0x1.8bc866341e5c6p-99},
    {0x0.0p+0, 0x0.0p+0, 0x0.0p+0},
    {0x1.a55f548c60000p-6, -0x1.de0709f2d03c9p-45, -0x1.7c0e7b98e9272p-99},
    {0x1.c441e06f70000p-5, 0x1.54f1f49850d15p-44, 0x1.2b26084c6cba1p-98},
    {0x1.5a3abb01ac000p-4, 0x1.e25749e6afa18p-44, -0x1.528e4927f2b4ep-100},
    {0x1.d179788218000p-4, 0x1.36433b5efbeedp-44, 0x1.694f2daff3505p-98},
    {0x1.1f3b925f26000p-3, -0x1.5f74e9b083633p-46, 0x1.8b98e6f8fa6a9p-100},
    {0x1.5737cc9018000p-3, 0x1.9baa7a6b887f6p-44, 0x1.c6e349f1e147dp-100},
    {0x1.8beafeb390000p-3, -0x1.73d54aae92cd1p-47, 0x1.2015f9812ac09p-101},
    {0x1.bf851c0676000p-3, -0x1.5420e4c0854adp-44, 0x1.df2bd94cab85bp-98},
    {0x1.f474b134e0000p-3, -0x1.bae49f1df7b5ep-44, 0x1.5529a6fa937d8p-98},
    {0x1.12c77cd007000p-2, 0x1.3b2948a11f797p-46, 0x1.13163e24006b7p-100},
    {0x1.2a982269a4000p-2, -0x1.2058e557285cfp-45, 0x1.0482422ecf74fp-100},
    {0x1.419b423d5f000p-2, -0x1.ce379226de3ecp-44, -0x1.8dce49041484cp-98},
};

/// log 2 likewise.
inline constexpr Three kLn2[1] = {
    {0x1.62e42fefa3800p-1, 0x1.ef35793c76730p-45, 0x1.f97b57a079a19p-103},
};

/// 1 / log 10.
inline constexpr Two kInverseLn10[1] = {
    {0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57},
};

/// 1 / log 10 with 26 bits first.
inline constexpr Two kShortLn10[1] = {
    {0x1.bcb7b18000000p-2, -0x1.6c8d78e6acaa4p-29},
};

/// cos(i pi / 16).
inline constexpr Two kCos[32] = {
    {0x1.0000000000000p+0, 0x0.0p+0},
    {0x1.f6297cff75cb0p-1, 0x1.562172a361fd3p-56},
    {0x1.d906bcf328d46p-1, 0x1.457e610231ac2p-56},
    {0x1.a9b66290ea1a3p-1, 0x1.9f630e8b6dac8p-60},
    {0x1.6a09e667f3bcdp-1, -0x1.bdd3413b26456p-55},
    {0x1.1c73b39ae68c8p-1, 0x1.b25dd267f6600p-55},
    {0x1.87de2a6aea963p-2, -0x1.72cedd3d5a610p-57},
    {0x1.8f8b83c69a60bp-3, -0x1.26d19b9ff8d82p-57},
    {0x0.0p+0, 0x0.0p+0},
    {-0x1.8f8b83c69a60bp-3, 0x1.26d19b9ff8d82p-57},
    {-0x1.87de2a6aea963p-2, 0x1.72cedd3d5a610p-57},
    {-0x1.1c73b39ae68c8p-1, -0x1.b25dd267f6600p-55},
    {-0x1.6a09e667f3bcdp-1, 0x1.bdd3413b26456p-55},
    {-0x1.a9b66290ea1a3p-1, -0x1.9f630e8b6dac8p-60},
    {-0x1.d906bcf328d46p-1, -0x1.457e610231ac2p-56},
    {-0x1.f6297cff75cb0p-1, -0x1.562172a361fd3p-56},
    {-0x1.0000000000000p+0, 0x0.0p+0},
    {-0x1.f6297cff75cb0p-1, -0x1.562172a361fd3p-56},
    {-0x1.d906bcf328d46p-1, -0x1.457e610231ac2p-56},
    {-0x1.a9b66290ea1a3p-1, -0x1.9f630e8b6dac8p-60},
    {-0x1.6a09e667f3bcdp-1, 0x1.bdd3413b26456p-55},
    {-0x1.1c73b39ae68c8p-1, -0x1.b25dd267f6600p-55},
    {-0x1.87de2a6aea963p-2, 0x1.72cedd3d5a610p-57},
    {-0x1.8f8b83c69a60bp-3, 0x1.26d19b9ff8d82p-57},
    {0x0.0p+0, 0x0.0p+0},
    {0x1.8f8b83c69a60bp-3, -0x1.26d19b9ff8d82p-57},
    {0x1.87de2a6aea963p-2, -0x1.72cedd3d5a610p-57},
    {0x1.1c73b39ae68c8p-1, 0x1.b25dd267f6600p-55},
    {0x1.6a09e667f3bcdp-1, -0x1.bdd3413b26456p-55},
    {0x1.a9b66290ea1a3p-1, 0x1.9f630e8b6dac8p-60},
    {0x1.d906bcf328d46p-1, 0x1.457e610231ac2p-56},
    {0x1.f6297cff75cb0p-1, 0x1.562172a361fd3p-56},
};

/// Its leading 26 bits.
alignas(64) inline constexpr double kCosUpper[32] = {
    0x1.0000000000000p+0,
    0x1.f6297d0000000p-1,
    0x1.d906bd0000000p-1,
    0x1.a9b6628000000p-1,
    0x1.6a09e68000000p-1,
    0x1.1c73b38000000p-1,
    0x1.87de2a8000000p-2,
    0x1.8f8b840000000p-3,
    0x0.0p+0,
    -0x1.8f8b840000000p-3,
    -0x1.87de2a8000000p-2,
    -0x1.1c73b38000000p-1,
    -0x1.6a09e68000000p-1,
    -0x1.a9b6628000000p-1,
    -0x1.d906bd0000000p-1,
    -0x1.f6297d0000000p-1,
    -0x1.0000000000000p+0,
    -0x1.f6297d0000000p-1,
    -0x1.d906bd0000000p-1,
    -0x1.a9b6628000000p-1,
    -0x1.6a09e68000000p-1,
    -0x1.1c73b38000000p-1,
    -0x1.87de2a8000000p-2,
    -0x1.8f8b840000000p-3,
    0x0.0p+0,
    0x1.8f8b840000000p-3,
    0x1.87de2a8000000p-2,
    0x1.1c73b38000000p-1,
    0x1.6a09e68000000p-1,
    0x1.a9b6628000000p-1,
    0x1.d906bd0000000p-1,
    0x1.f6297d0000000p-1,
};

/// The rest of it.
alignas(64) inline constexpr double kCosLower[32] = {
    0x0.0p+0,
    -0x1.1469faa77a357p-34,
    -0x1.9ae573aea067cp-30,
    0x1.0ea1a3033ec62p-29,
    -0x1.80c4336f74d05p-29,
    0x1.ae68c86c9774ap-29,
    -0x1.51569d2e59dbap-30,
    -0x1.cb2cfaa4da337p-30,
    0x0.0p+0,
    0x1.cb2cfaa4da337p-30,
    0x1.51569d2e59dbap-30,
    -0x1.ae68c86c9774ap-29,
    0x1.80c4336f74d05p-29,
    -0x1.0ea1a3033ec62p-29,
    0x1.9ae573aea067cp-30,
    0x1.1469faa77a357p-34,
    0x0.0p+0,
    0x1.1469faa77a357p-34,
    0x1.9ae573aea067cp-30,
    -0x1.0ea1a3033ec62p-29,
    0x1.80c4336f74d05p-29,
    -0x1.ae68c86c9774ap-29,
    0x1.51569d2e59dbap-30,
    0x1.cb2cfaa4da337p-30,
    0x0.0p+0,
    -0x1.cb2cfaa4da337p-30,
    -0x1.51569d2e59dbap-30,
    0x1.ae68c86c9774ap-29,
    -0x1.80c4336f74d05p-29,
    0x1.0ea1a3033ec62p-29,
    -0x1.9ae573aea067cp-30,
    -0x1.1469faa77a357p-34,
};

/// pi / 16: two parts of 30 bits, so that products are exact.
inline constexpr Three kStep[1] = {
    {0x1.921fb54800000p-3, -0x1.de973dc800000p-34, -0x1.9d9cceba3f91fp-65},
};

/// 2^(i / 32).
inline constexpr Two kPower[32] = {
    {0x1.0000000000000p+0, 0x0.0p+0},
    {0x1.059b0d3158574p+0, 0x1.d73e2a475b465p-55},
    {0x1.0b5586cf9890fp+0, 0x1.8a62e4adc610bp-54},
    {0x1.11301d0125b51p+0, -0x1.6c51039449b3ap-54},
    {0x1.172b83c7d517bp+0, -0x1.19041b9d78a76p-55},
    {0x1.1d4873168b9aap+0, 0x1.e016e00a2643cp-54},
    {0x1.2387a6e756238p+0, 0x1.9b07eb6c70573p-54},
    {0x1.29e9df51fdee1p+0, 0x1.612e8afad1255p-55},
    {0x1.306fe0a31b715p+0, 0x1.6f46ad23182e4p-55},
    {0x1.371a7373aa9cbp+0, -0x1.63aeabf42eae2p-54},
    {0x1.3dea64c123422p+0, 0x1.ada0911f09ebcp-55},
    {0x1.44e086061892dp+0, 0x1.89b7a04ef80d0p-59},
    {0x1.4bfdad5362a27p+0, 0x1.d4397afec42e2p-56},
    {0x1.5342b569d4f82p+0, -0x1.07abe1db13cadp-55},
    {0x1.5ab07dd485429p+0, 0x1.6324c054647adp-54},
    {0x1.6247eb03a5585p+0, -0x1.383c17e40b497p-54},
    {0x1.6a09e667f3bcdp+0, -0x1.bdd3413b26456p-54},
    {0x1.71f75e8ec5f74p+0, -0x1.16e4786887a99p-55},
    {0x1.7a11473eb0187p+0, -0x1.41577ee04992fp-55},
    {0x1.82589994cce13p+0, -0x1.d4c1dd41532d8p-54},
    {0x1.8ace5422aa0dbp+0, 0x1.6e9f156864b27p-54},
    {0x1.93737b0cdc5e5p+0, -0x1.75fc781b57ebcp-57},
    {0x1.9c49182a3f090p+0, 0x1.c7c46b071f2bep-56},
    {0x1.a5503b23e255dp+0, -0x1.d2f6edb8d41e1p-54},
    {0x1.ae89f995ad3adp+0, 0x1.7a1cd345dcc81p-54},
    {0x1.b7f76f2fb5e47p+0, -0x1.5584f7e54ac3bp-56},
    {0x1.c199bdd85529cp+0, 0x1.11065895048ddp-55},
    {0x1.cb720dcef9069p+0, 0x1.503cbd1e949dbp-56},
    {0x1.d5818dcfba487p+0, 0x1.2ed02d75b3707p-55},
    {0x1.dfc97337b9b5fp+0, -0x1.1a5cd4f184b5cp-54},
    {0x1.ea4afa2a490dap+0, -0x1.e9c23179c2893p-54},
    {0x1.f50765b6e4540p+0, 0x1.9d3e12dd8a18bp-54},
};

/// Its leading 26 bits.
alignas(64) inline constexpr double kPowerUpper[32] = {
    0x1.0000000000000p+0,
    0x1.059b0d0000000p+0,
    0x1.0b55870000000p+0,
    0x1.11301d0000000p+0,
    0x1.172b840000000p+0,
    0x1.1d48730000000p+0,
    0x1.2387a70000000p+0,
    0x1.29e9df8000000p+0,
    0x1.306fe08000000p+0,
    0x1.371a738000000p+0,
    0x1.3dea650000000p+0,
    0x1.44e0860000000p+0,
    0x1.4bfdad8000000p+0,
    0x1.5342b58000000p+0,
    0x1.5ab07e0000000p+0,
    0x1.6247eb0000000p+0,
    0x1.6a09e68000000p+0,
    0x1.71f75e8000000p+0,
    0x1.7a11470000000p+0,
    0x1.8258998000000p+0,
    0x1.8ace540000000p+0,
    0x1.93737b0000000p+0,
    0x1.9c49180000000p+0,
    0x1.a5503b0000000p+0,
    0x1.ae89f98000000p+0,
    0x1.b7f76f0000000p+0,
    0x1.c199be0000000p+0,
    0x1.cb720e0000000p+0,
    0x1.d5818e0000000p+0,
    0x1.dfc9730000000p+0,
    0x1.ea4afa0000000p+0,
    0x1.f507658000000p+0,
};

/// The rest of it.
alignas(64) inline constexpr double kPowerLower[32] = {
    0x0.0p+0,
    0x1.8ac2ba1d73e2ap-27,
    -0x1.833b784eb3a37p-27,
    0x1.25b50a4ebbf1bp-32,
    -0x1.c15742919041cp-27,
    0x1.68b9aa7805b80p-28,
    -0x1.8a9dc7993e052p-28,
    -0x1.70108f69ed175p-27,
    0x1.18db8a96f46adp-27,
    -0x1.8aac6ab1d7560p-29,
    -0x1.f6e5eee525f6fp-27,
    0x1.8624b40c4dbd0p-30,
    -0x1.64eaec715e343p-27,
    -0x1.62b07e20f57c4p-28,
    -0x1.5bd5eb539b67fp-27,
    0x1.d2ac258f87d03p-31,
    -0x1.80c4336f74d05p-28,
    0x1.d8bee7ba46e1ep-29,
    0x1.f580c36bea881p-27,
    0x1.4cce128acf88bp-28,
    0x1.15506dadd3e2bp-27,
    0x1.9b8bc9e8a0388p-29,
    0x1.51f8480e3e236p-27,
    0x1.1f12ae45a1225p-27,
    0x1.5ad3ad5e8734dp-28,
    0x1.7daf237553d84p-27,
    -0x1.3d56b1eeef9a7p-27,
    -0x1.8837cb757e1a1p-27,
    -0x1.822dbc6d12fd3p-27,
    0x1.bdcdaf5cb4656p-27,
    0x1.52486cc2c7b9dp-27,
    0x1.b722a033a7c26p-27,
};

/// log 2 / 32: the first part has 32 bits.
inline constexpr Three kLn2Step[1] = {
    {0x1.62e42ff000000p-6, -0x1.718432a1b0e26p-40, -0x1.9ff0342542fc3p-95},
};

/// log(1 + r) / r: the first terms.
inline constexpr Two kLogHead[8] = {
    {0x1.0000000000000p+0, 0x0.0p+0},
    {-0x1.0000000000000p-1, 0x0.0p+0},
    {0x1.5555555555555p-2, 0x1.5555555555555p-56},
    {-0x1.0000000000000p-2, 0x0.0p+0},
    {0x1.999999999999ap-3, -0x1.999999999999ap-57},
    {-0x1.5555555555555p-3, -0x1.5555555555555p-57},
    {0x1.2492492492492p-3, 0x1.2492492492492p-57},
    {-0x1.0000000000000p-3, 0x0.0p+0},
};

/// The others.
inline constexpr double kLogTail[12] = {
    0x1.c71c71c71c71cp-4,
    -0x1.999999999999ap-4,
    0x1.745d1745d1746p-4,
    -0x1.5555555555555p-4,
    0x1.3b13b13b13b14p-4,
    -0x1.2492492492492p-4,
    0x1.1111111111111p-4,
    -0x1.0000000000000p-4,
    0x1.e1e1e1e1e1e1ep-5,
    -0x1.c71c71c71c71cp-5,
    0x1.af286bca1af28p-5,
    -0x1.999999999999ap-5,
};

/// (cos h - 1) / h^2 in h^2: the first terms.
inline constexpr Two kCosineHead[4] = {
    {-0x1.0000000000000p-1, 0x0.0p+0},
    {0x1.5555555555555p-5, 0x1.5555555555555p-59},
    {-0x1.6c16c16c16c17p-10, 0x1.f49f49f49f49fp-65},
    {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76},
};

/// The others.
inline constexpr double kCosineTail[8] = {
    -0x1.27e4fb7789f5cp-22,
    0x1.1eed8eff8d898p-29,
    -0x1.93974a8c07c9dp-37,
    0x1.ae7f3e733b81fp-45,
    -0x1.6827863b97d97p-53,
    0x1.e542ba4020225p-62,
    -0x1.0ce396db7f853p-70,
    0x1.f2cf01972f578p-80,
};

/// (sin h - h) / h^3 in h^2: the first terms.
inline constexpr Two kSineHead[4] = {
    {-0x1.5555555555555p-3, -0x1.5555555555555p-57},
    {0x1.1111111111111p-7, 0x1.1111111111111p-63},
    {-0x1.a01a01a01a01ap-13, -0x1.a01a01a01a01ap-73},
    {0x1.71de3a556c734p-19, -0x1.c154f8ddc6c00p-73},
};

/// The others.
inline constexpr double kSineTail[8] = {
    -0x1.ae64567f544e4p-26,
    0x1.6124613a86d09p-33,
    -0x1.ae7f3e733b81fp-41,
    0x1.952c77030ad4ap-49,
    -0x1.2f49b46814157p-57,
    0x1.71b8ef6dcf572p-66,
    -0x1.761b41316381ap-75,
    0x1.3f3ccdd165fa9p-84,
};

/// (exp r - 1) / r: the first terms.
inline constexpr Two kExpHead[7] = {
    {0x1.0000000000000p+0, 0x0.0p+0},
    {0x1.0000000000000p-1, 0x0.0p+0},
    {0x1.5555555555555p-3, 0x1.5555555555555p-57},
    {0x1.5555555555555p-5, 0x1.5555555555555p-59},
    {0x1.1111111111111p-7, 0x1.1111111111111p-63},
    {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65},
    {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73},
};

/// The others.
inline constexpr double kExpTail[11] = {
    0x1.a01a01a01a01ap-16,
    0x1.71de3a556c734p-19,
    0x1.27e4fb7789f5cp-22,
    0x1.ae64567f544e4p-26,
    0x1.1eed8eff8d898p-29,
    0x1.6124613a86d09p-33,
    0x1.93974a8c07c9dp-37,
    0x1.ae7f3e733b81fp-41,
    0x1.ae7f3e733b81fp-45,
    0x1.952c77030ad4ap-49,
    0x1.6827863b97d97p-53,
};

// clang-format on

}  // namespace optimeter::mathematics
