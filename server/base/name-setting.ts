/**
 * Begins the message of a connection error with the variable that contains the URL, and removes the URL's user name,
 * password and query from the messages of the error and its causes. Returns the same error, which keeps its code.
 */
export function nameSetting(variable: string, url: string, error: unknown): Error {
  const named = error instanceof Error ? error : new Error(String(error));
  const { username = "", password = "", searchParams = [] } = URL.parse(url.replace("@/", "@localhost/")) ?? {};
  const secrets = [username, password, decodeURIComponent(username), decodeURIComponent(password)]
    .concat([...searchParams].map(([, value]) => value))
    .filter((secret) => secret !== "")
    .sort((a, b) => b.length - a.length);
  // A short name may be part of a word, so it is only replaced in quotation marks.
  const hide = (text: string, secret: string) => text.replaceAll(secret.length < 4 ? `"${secret}"` : secret, "…");
  for (let each: unknown = named; each instanceof Error; each = each.cause)
    each.message = secrets.reduce(hide, each.message);
  // An error about several addresses of a host has no message of its own.
  named.message = `${variable}: ${named.message || Object(named).code || named.name}`;
  return named;
}
