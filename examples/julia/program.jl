# Random search as a program: optimeter run "program:julia program.jl" --budget 100 -o data
using Random

facts = Dict{String,Vector{Float64}}()
while (line = readline()) != "begin"
    key, words... = split(line)
    facts[key] = parse.(Float64, words)
end
generator = MersenneTwister(Int(facts["seed"][1]))
lower, upper = facts["lower"], facts["upper"]
while true
    point = lower .+ rand(generator, length(lower)) .* (upper .- lower)
    println(join(point, " "))
    flush(stdout)
    answer = readline()
    (answer == "" || answer == "stop") && break
    values = parse.(Float64, split(answer))  # objectives, then constraints
end
