# Random search as a program: optimeter run "program:Rscript program.R" --budget 100 -o data
input <- file("stdin", "r")
facts <- list()
while ((line <- readLines(input, 1)) != "begin") {
  words <- strsplit(line, " ")[[1]]
  facts[[words[1]]] <- as.numeric(words[-1])
}
set.seed(facts$seed)
repeat {
  point <- runif(facts$dimension, facts$lower, facts$upper)
  cat(sprintf("%.17g", point), "\n")
  flush(stdout())
  answer <- readLines(input, 1)
  if (length(answer) == 0 || answer == "stop") break
  values <- as.numeric(strsplit(answer, " ")[[1]])  # objectives, then constraints
}
