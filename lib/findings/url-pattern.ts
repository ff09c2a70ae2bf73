/** A link in a text, up to the first character that ends it. At most 600 characters of it are read. */
export const URL_PATTERN = /\b(?:https?:\/\/|www\.)[^\s<>"'()[\]{}|\\^`“”]{1,600}/gi;

/** The same text with every link blanked out, so that offsets stay. */
export function withoutUrls(text: string): string {
  return text.replace(URL_PATTERN, (url) => " ".repeat(url.length));
}
