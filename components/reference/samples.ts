/** The same request in three languages. `url` is where this deployment answers. */
export function samplesFor(url: string) {
  return [
    { name: "curl", text: curl(url) },
    { name: "TypeScript", text: typescript(url) },
    { name: "Python", text: python(url) },
  ];
}

const curl = (url: string) => `curl -s ${url}/v1/predict \\
  -H "Authorization: Bearer $GATEWAY_API_KEY" \\
  -d @request.json`;

const typescript = (url: string) => `const response = await fetch("${url}/v1/predict", {
  method: "POST",
  headers: { Authorization: \`Bearer \${process.env.GATEWAY_API_KEY}\` },
  body: JSON.stringify(request),
});
const answer = await response.json();
if (!response.ok) {
  // Branch on the code. A 429 or 503 says in Retry-After how many seconds to wait.
  throw new Error(\`\${answer.error.code}: \${answer.error.message} (\${answer.request_id})\`);
}
for (const [option, probability] of Object.entries(answer.result.probabilities)) {
  console.log(option, probability);
}`;

const python = (url: string) => `import json, os, urllib.error, urllib.request

call = urllib.request.Request(
    "${url}/v1/predict",
    data=json.dumps(request).encode(),
    headers={"Authorization": f"Bearer {os.environ['GATEWAY_API_KEY']}"},
)
try:
    answer = json.load(urllib.request.urlopen(call, timeout=60))
except urllib.error.HTTPError as refused:
    error = json.load(refused)["error"]
    raise SystemExit(f"{error['code']}: {error['message']}")
for option, probability in answer["result"]["probabilities"].items():
    print(option, probability)`;
