import { createTransport } from "nodemailer";
import type { MailChoice } from "#server/config/choose-mail.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text, with "\n" between its lines. */
  readonly text: string;
}

/** Hands e-mails to the SMTP server of the deployment. */
export interface Mailer {
  /** Rejects where the server did not take the mail. */
  send(mail: Mail): Promise<void>;
}

const CONNECT_MS = 10_000;
const SILENT_MS = 30_000;

export function createMailer({ url, from }: MailChoice): Mailer {
  const transport = createTransport({
    url,
    // A password is never sent in plain text, unless the URL says so.
    requireTLS: new URL(url).username !== "",
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      // As an object: an address is never parsed as a list of several.
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

/** Control characters and line breaks cannot be in a header. */
function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}
