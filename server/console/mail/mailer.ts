import { createTransport } from "nodemailer";
import type { MailSettings } from "#server/config/read-config.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text with lines separated by "\n". */
  readonly text: string;
}

export type Mailer = ReturnType<typeof createMailer>;

const CONNECT_MS = 10_000;
const SILENT_MS = 30_000;

export function createMailer({ url, from }: MailSettings) {
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
    async send({ to, subject, text }: Mail): Promise<void> {
      // Pass an object: nodemailer would parse a string as a list of addresses.
      await transport.sendMail({
        from,
        to: { name: "", address: to },
        subject: inOneLine(subject),
        text,
        headers: { "Auto-Submitted": "auto-generated" },
      });
    },
  };
}

/** Replaces line breaks and control characters, which are not allowed in a header. */
function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
