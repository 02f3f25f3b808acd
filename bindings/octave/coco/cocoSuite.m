function suite = cocoSuite(suite_name, suite_instance, suite_options)
% A suite of problems; the strings may be empty.
suite = optimeter_call('cocoSuite', suite_name, suite_instance, suite_options);
end
