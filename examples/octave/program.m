% Random search as a program: optimeter run "program:octave -q program.m" --budget 100 -o data
1;  % a script; fgetl would wait for the line after the one that it returns

function line = next_line ()
  line = "";
  while ! isempty (letter = fread (stdin, 1, "char=>char")) && letter != "\n"
    line(end + 1) = letter;
  end
end

facts = struct ();
while ! strcmp (line = next_line (), "begin")
  [key, rest] = strtok (line);
  facts.(key) = sscanf (rest, "%f")';
end
rand ("twister", facts.seed);
while true
  point = facts.lower + rand (1, facts.dimension) .* (facts.upper - facts.lower);
  printf ("%.17g ", point);
  printf ("\n");
  fflush (stdout);
  answer = next_line ();
  if isempty (answer) || strcmp (answer, "stop")
    break
  end
  values = sscanf (answer, "%f");  % objectives, then constraints
end
