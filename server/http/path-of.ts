/**
 * The path of a request's target, without its query; undefined for a target that is no address of ours: `*`, `//host`,
 * an authority, or what cannot be parsed. An absolute target (`GET http://host/path`) has its path.
 */
export function pathOf(target: string | undefined): string | undefined {
  if (target === undefined || target.startsWith("//")) return undefined;
  if (target.startsWith("/")) {
    const end = target.search(/[?#]/);
    return end === -1 ? target : target.slice(0, end);
  }
  try {
    const { protocol, pathname } = new URL(target);
    return protocol === "http:" || protocol === "https:" ? pathname : undefined;
  } catch {
    return undefined;
  }
}
