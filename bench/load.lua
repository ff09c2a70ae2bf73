-- Script for the load generator wrk. Arguments after "--": a file with one request body per line, then headers
-- ("Name: value"). Sends the bodies in turn and starts over at the end of the file.
local requests, at = {}, 0

function init(arguments)
  wrk.method = "POST"
  for index = 2, #arguments do
    local name, value = arguments[index]:match("^([^:]+): (.*)$")
    wrk.headers[name] = value
  end
  for line in io.lines(arguments[1]) do
    requests[#requests + 1] = wrk.format(nil, nil, nil, line)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency, _)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requests":%d,"us":%d,"refused":%d,"failed":%d,"p50":%d,"p99":%d}\n', summary.requests, summary.duration,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout, latency:percentile(50),
    latency:percentile(99)))
end
