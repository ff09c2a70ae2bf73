const PREFIX = "unsent:";

/** The key in the tab's storage of what a member has entered and not sent: another member has another one. */
export function unsentKey(what: string, memberId: string, subjectId: string): string {
  return `${PREFIX}${what}:${memberId}:${subjectId}`;
}

export function removeUnsent(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
