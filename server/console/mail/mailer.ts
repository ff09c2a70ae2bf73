import { createHmac, timingSafeEqual } from "node:crypto";
import { createTransport } from "nodemailer";
import { routes } from "#lib/console/routes.ts";
import { sha256 } from "#server/base/digest.ts";
import { nameSetting } from "#server/base/name-setting.ts";
import type { MailSettings } from "#server/config/read-config.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text with lines separated by "\n". */
  readonly text: string;
  /** URL whose POST stops the member's e-mails (RFC 8058). */
  readonly unsubscribeUrl: string;
}

export type Mailer = ReturnType<typeof createMailer>;

const CONNECT_MS = 10_000;
const SILENT_MS = 30_000;

/** `secret`: AUTH_SECRET, with which the links to unsubscribe are signed. */
export function createMailer({ url, from }: MailSettings, secret: string) {
  const sign = (memberId: string) => createHmac("sha256", secret).update(`unsubscribe ${memberId}`).digest("base64url");
  const transport = createTransport({
    url,
    // Never send a password unencrypted, unless SMTP_URL contains requireTLS=false.
    requireTLS: new URL(url).username !== "",
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    /** Rejects if the server does not accept the mail. */
    async send({ to, subject, text, unsubscribeUrl }: Mail): Promise<void> {
      // Pass an object: nodemailer would parse a string as a list of addresses.
      const sent = transport.sendMail({
        from,
        to: { name: "", address: to },
        subject: inOneLine(subject),
        text,
        headers: {
          "Auto-Submitted": "auto-generated",
          "List-Unsubscribe": `<${unsubscribeUrl}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
      });
      await sent.catch((error: unknown) => Promise.reject(nameSetting("SMTP_URL", url, error)));
    },
    unsubscribePath: (memberId: string) => routes.unsubscribe(`${memberId}.${sign(memberId)}`),
    /** Returns the id of the member for whom the token was signed; undefined for any other text. */
    memberOf(token: string): string | undefined {
      const [memberId = "", signature = ""] = token.split(".");
      const [given, expected] = [sha256(signature), sha256(sign(memberId))];
      return timingSafeEqual(given, expected) ? memberId : undefined;
    },
  };
}

/** Replaces line breaks and control characters, which are not allowed in a header. */
function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
