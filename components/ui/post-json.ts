/** Sends a value as JSON. A redirect is an error, because the value must not reach another address. */
export function postJson(path: string, value: unknown): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(path, { method: "POST", redirect: "error", headers, body: JSON.stringify(value) });
}
