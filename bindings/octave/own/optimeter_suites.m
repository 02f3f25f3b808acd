function names = optimeter_suites
% The names of all suites, a cell array.
names = optimeter_call('suites');
end
