"""Random search as a program: ``optimeter run "program:python program.py" --budget 100 -o data``."""

import random
import sys

facts = {}
for line in sys.stdin:
    key, *words = line.split()
    if key == "begin":
        break
    facts[key] = [float(word) for word in words]

generator = random.Random(facts["seed"][0])
while True:
    point = map(generator.uniform, facts["lower"], facts["upper"])
    print(*map(repr, point), flush=True)
    answer = sys.stdin.readline()
    if not answer or answer == "stop\n":
        break
    values = [float(word) for word in answer.split()]  # objectives, then constraints
