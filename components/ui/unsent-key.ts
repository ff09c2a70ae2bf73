const PREFIX = "unsent:";

/** Returns the sessionStorage key of unsent input. It has the member's id, because members may use the same tab in turn. */
export function unsentKey(what: string, memberId: string, subjectId: string): string {
  return `${PREFIX}${what}:${memberId}:${subjectId}`;
}

export function removeUnsent(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
