export interface Sample {
  readonly name: string;
  readonly text: string;
}

/** Returns an example call in three languages. `url` is this deployment's base address; `request` is the JSON body. */
export function samplesFor(url: string, request: string): readonly [Sample, Sample, Sample] {
  return [
    { name: "curl", text: curl(url, request) },
    { name: "TypeScript", text: typescript(url, request) },
    { name: "Python", text: python(url, request) },
  ];
}

const curl = (url: string, request: string) => `curl -s ${url}/v1/predict \\
  -H "Authorization: Bearer $GATEWAY_API_KEY" \\
  --data-binary @- <<'JSON'
${request}
JSON`;

const typescript = (url: string, request: string) => `const request = ${request};
// For 24 hours, repeating the request with the same key returns the same response.
const key = crypto.randomUUID();

async function predict(triesLeft = 3) {
  const response = await fetch("${url}/v1/predict", {
    method: "POST",
    headers: {
      Authorization: \`Bearer \${process.env.GATEWAY_API_KEY}\`,
      "Idempotency-Key": key,
    },
    body: JSON.stringify(request),
    redirect: "error", // A redirect could send the API key to another host.
  });
  const answer = await response.json();
  if (response.ok) return answer.result.probabilities;
  const wait = Number(response.headers.get("Retry-After"));
  if (wait > 0 && triesLeft > 0) {
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    return predict(triesLeft - 1);
  }
  throw new Error(\`\${answer.error.code}: \${answer.error.message} (\${answer.request_id})\`);
}

console.log(await predict());`;

const python = (url: string, request: string) => `import http.client, json, os, time, uuid

REQUEST = r'''${request}'''
# For 24 hours, repeating the request with the same key returns the same response.
KEY = str(uuid.uuid4())

def predict(tries_left=3):
    # http.client follows no redirect, which could send the API key to another host.
    gateway = http.client.${url.startsWith("https:") ? "HTTPSConnection" : "HTTPConnection"}("${new URL(url).host}", timeout=60)
    headers = {
        "Authorization": f"Bearer {os.environ['GATEWAY_API_KEY']}",
        "Idempotency-Key": KEY,
    }
    gateway.request("POST", "/v1/predict", REQUEST.encode(), headers)
    response = gateway.getresponse()
    answer = json.load(response)
    if response.status == 200:
        return answer["result"]["probabilities"]
    wait = int(response.getheader("Retry-After", 0))
    if wait > 0 and tries_left > 0:
        time.sleep(wait)
        return predict(tries_left - 1)
    error = answer["error"]
    raise SystemExit(f"{error['code']}: {error['message']} ({answer['request_id']})")

print(predict())`;
