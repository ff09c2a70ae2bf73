/**
 * The path and query of a request target; undefined for `*`, `//host`, an authority, or a target that cannot be parsed. In
 * URLs a backslash is a slash. The host of an absolute target (`GET http://host/path`) is dropped.
 */
export function originForm(target: string | undefined): string | undefined {
  if (target === undefined || /^\/[/\\]/.test(target)) return undefined;
  if (target.startsWith("/")) return target;
  const absolute = /^https?:\/\/[^/?#@]+([/?#].*)?$/is.exec(target);
  if (absolute === null || !URL.canParse(target)) return undefined;
  const [, rest = ""] = absolute;
  return originForm(rest.startsWith("/") ? rest : `/${rest}`);
}

/** The path of a request's target, without its query. */
export function requestPath(target: string | undefined): string | undefined {
  return originForm(target)?.replace(/[?#].*$/s, "");
}
