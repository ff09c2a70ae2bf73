/** Matches a link in a text: its scheme or www. and at most 600 characters that are allowed in a link. */
export const URL_PATTERN = /\b(?:https?:\/\/|www\.)[^\s<>"'()[\]{}|\\^`“”]{1,600}/gi;

/** Replaces every link with spaces, so that offsets do not change. */
export function withoutUrls(text: string): string {
  return text.replace(URL_PATTERN, (url) => " ".repeat(url.length));
}
