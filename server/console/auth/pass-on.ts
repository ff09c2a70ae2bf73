/**
 * Returns the request for better-auth, with a body that this gateway has parsed, or none. A check must never read other
 * bytes than the code behind it.
 */
export function passOn({ url, method, headers: sent, signal }: Request, body?: object): Request {
  const headers = new Headers(sent);
  headers.delete("content-length");
  if (method === "POST") headers.set("content-type", "application/json");
  return new Request(url, { method, headers, signal, body: method === "POST" ? JSON.stringify(body ?? {}) : null });
}
