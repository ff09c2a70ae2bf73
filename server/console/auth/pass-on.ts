/**
 * Returns the request for better-auth, with a body that the gateway has parsed, or with none. better-auth must not
 * parse the original bytes, because it could read them differently.
 */
export function passOn({ url, method, headers: sent, signal }: Request, body?: object): Request {
  const headers = new Headers(sent);
  headers.delete("content-length");
  if (method === "POST") headers.set("content-type", "application/json");
  return new Request(url, { method, headers, signal, body: method === "POST" ? JSON.stringify(body ?? {}) : null });
}
