/* Random search as a program: points one by one, or N at a time in blocks of doubles.
 *
 *     cc -O2 program.c -o program && optimeter run "program:./program" --budget 100 -o data
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 20];

static void read_numbers(char* text, double* numbers, size_t count) {
  for (size_t i = 0; i < count; ++i) numbers[i] = strtod(text, &text);
}

int main(int count, char** arguments) {
  const size_t together = count > 1 ? strtoul(arguments[1], NULL, 10) : 1;
  size_t dimension = 0, width = 0;
  double *lower = NULL, *upper = NULL;
  while (fgets(line, sizeof line, stdin) && strcmp(line, "begin\n") != 0) {
    char* text = strchr(line, ' ');
    if (!strncmp(line, "dimension ", 10)) {
      dimension = strtoul(text, NULL, 10);
      lower = malloc(dimension * sizeof *lower);
      upper = malloc(dimension * sizeof *upper);
    }
    if (!strncmp(line, "objectives ", 11)) width += strtoul(text, NULL, 10);
    if (!strncmp(line, "constraints ", 12)) width += strtoul(text, NULL, 10);
    if (!strncmp(line, "seed ", 5)) srand((unsigned)strtoul(text, NULL, 10));
    if (!strncmp(line, "lower ", 6)) read_numbers(text, lower, dimension);
    if (!strncmp(line, "upper ", 6)) read_numbers(text, upper, dimension);
  }
  double* points = malloc(together * dimension * sizeof *points);
  double* values = malloc(together * width * sizeof *values); /* objectives, then constraints */
  for (;;) {
    for (size_t i = 0; i < together * dimension; ++i) {
      const size_t k = i % dimension;
      points[i] = lower[k] + rand() / (double)RAND_MAX * (upper[k] - lower[k]);
    }
    if (together > 1) {
      printf("block %zu\n", together);
      fwrite(points, sizeof *points, together * dimension, stdout);
    } else {
      for (size_t i = 0; i < dimension; ++i) printf("%.17g ", points[i]);
      printf("\n");
    }
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin) || strcmp(line, "stop\n") == 0) return 0;
    if (together == 1) read_numbers(line, values, width);
    if (together > 1 && fread(values, sizeof *values, together * width, stdin) == 0) return 1;
  }
}
