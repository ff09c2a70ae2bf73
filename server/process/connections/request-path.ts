/**
 * Returns the path and query of a request target, without the host of an absolute target (`GET http://host/path`).
 * Undefined for `*`, an authority, an invalid target, and `//host` or `/\host`, because URLs treat `\` like `/`.
 */
export function originForm(target: string | undefined): string | undefined {
  if (target === undefined || /^\/[/\\]/.test(target)) return undefined;
  if (target.startsWith("/")) return target;
  const absolute = /^https?:\/\/[^/?#@]+([/?#].*)?$/is.exec(target);
  if (absolute === null || !URL.canParse(target)) return undefined;
  const [, rest = ""] = absolute;
  return originForm(rest.startsWith("/") ? rest : `/${rest}`);
}

export function requestPath(target: string | undefined): string | undefined {
  return originForm(target)?.replace(/[?#].*$/s, "");
}
