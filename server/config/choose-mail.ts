import { z } from "zod";

export interface MailChoice {
  /** The URL of the SMTP server: `smtp://` or `smtps://`, with the user name and password if required. */
  readonly url: string;
  /** The sender's address, with or without a display name. */
  readonly from: string;
}

const PART = String.raw`[^\s\p{Cc}<>@,;:"]+`;
const SENDER = new RegExp(String.raw`^([^\p{Cc}<>@,;:"]+ <${PART}@${PART}>|${PART}@${PART})$`, "u");

export const MAIL_VARIABLES = {
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/]/, "must start with smtp:// or smtps://")
    .refine((url) => URL.canParse(url), "must be a valid URL")
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(SENDER, "must be an e-mail address, with or without a name, such as Forecasts <forecasts@example.org>")
    .optional(),
};

interface MailVariables {
  readonly SMTP_URL?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
}

/** Returns undefined if no mail server is configured. The schema guarantees that both variables are set, or neither. */
export function chooseMail({ SMTP_URL: url, MAIL_FROM: from }: MailVariables): MailChoice | undefined {
  return url === undefined || from === undefined ? undefined : { url, from };
}
