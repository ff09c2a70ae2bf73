import { z } from "zod";

const ENCODE =
  "must be a URL whose user name and password are percent-encoded: @ is %40, # is %23, / is %2F, ? is %3F, % is %25";

/**
 * Matches if all parsers split a URL into the same parts: an unencoded delimiter in a password puts the @, which ends
 * the password, after the first slash, question mark or hash.
 */
const UNAMBIGUOUS = /^\w+:\/\/([^\s\\@/?#]*@)?[^\s\\@/?#]*(\/[^\s\\@?#]*)?(\?[^\s\\@#]*)?$/;

function isUnambiguous(url: string): boolean {
  try {
    // Throws unless each percent sign begins an encoded character.
    return UNAMBIGUOUS.test(url) && decodeURIComponent(url) !== "";
  } catch {
    return false;
  }
}

/** A URL that may contain a password. Its host may be empty if the pattern permits it. */
export const secretUrl = (pattern: RegExp, rule: string) =>
  z
    .string()
    .refine(isUnambiguous, ENCODE)
    .refine((url) => pattern.test(url) && URL.canParse(url.replace("@/", "@host/")), rule)
    .optional();

const PLAIN = /^https?:\/\/[^\s\\@/?#]+(\/[^\s\\@?#]*)?$/i;

export const httpUrl = z.string().refine((url) => PLAIN.test(url) && URL.canParse(url), {
  abort: true,
  error: "must be an http or https URL without a user name, password, query or fragment",
});

/** Without slashes at the end. `appended` are the paths that the gateway appends. */
export const baseUrl = (...appended: readonly string[]) =>
  httpUrl
    .transform((url) => url.replace(/\/+$/, ""))
    .refine(
      (url) => !appended.some((path) => url.endsWith(path)),
      `must not end with ${appended.join(" or ")}, which the gateway appends`,
    )
    .optional();

export const isHost = (text: string) =>
  URL.canParse(`http://[${text}]`) || (/^[\w.-]+$/.test(text) && URL.canParse(`http://${text}`));
