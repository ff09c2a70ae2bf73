const PREFIX = "unsent:";

/** Returns the sessionStorage key of unsent input. It includes the member's id, because members may share a tab. */
export function unsentKey(what: string, memberId: string, subjectId: string): string {
  return `${PREFIX}${what}:${memberId}:${subjectId}`;
}

export function removeUnsent(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
