import { z } from "zod";

/** How e-mails to members are sent. */
export interface MailChoice {
  /** Of the server that takes them: `smtp://` or `smtps://`, with name and password where it wants them. */
  readonly url: string;
  /** The address that they come from, with or without a name. */
  readonly from: string;
}

const PART = String.raw`[^\s\p{Cc}<>@,;:"]+`;
const SENDER = new RegExp(String.raw`^([^\p{Cc}<>@,;:"]+ <${PART}@${PART}>|${PART}@${PART})$`, "u");

export const MAIL_VARIABLES = {
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/]/, "must start with smtp:// or smtps://")
    .refine((url) => URL.canParse(url), "must be a valid address")
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(SENDER, "must be an address, or a name with an address as in Forecasts <forecasts@example.org>")
    .optional(),
};

interface MailVariables {
  readonly SMTP_URL?: string | undefined;
  readonly MAIL_FROM?: string | undefined;
}

/** The configuration's schema guarantees that both are set or none. */
export function chooseMail({ SMTP_URL: url, MAIL_FROM: from }: MailVariables): MailChoice | undefined {
  return url === undefined || from === undefined ? undefined : { url, from };
}
