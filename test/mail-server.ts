import { SMTPServer } from "smtp-server";
import type { Certificate } from "./certificates.ts";
import { cleanUp } from "./clean-up.ts";

export interface ReceivedMail {
  /** Whether the mail arrived over TLS. */
  readonly isSecure: boolean;
  /** User name of the SMTP login; undefined without a login. */
  readonly user: string | undefined;
  readonly from: string;
  readonly to: readonly string[];
  /** Header lines, with folded lines joined. */
  readonly header: readonly string[];
  readonly text: string;
}

export interface MailServer {
  /** Value for SMTP_URL. */
  readonly url: string;
  readonly received: ReceivedMail[];
  /** All passwords that clients sent, valid or not. */
  readonly passwords: string[];
  /** True: accept mails (the default). False: respond with a temporary error (451). */
  take(mails: boolean): void;
  stop(): Promise<void>;
}

interface Options {
  /** "from the start": TLS for the whole connection. "on request": STARTTLS. Omitted: no TLS. */
  readonly tls?: "from the start" | "on request";
  readonly certificate?: Certificate;
  /** The only user who may send mail; if omitted, the server requires no login. */
  readonly login?: { readonly user: string; readonly password: string };
}

export async function startMailServer({ tls, certificate, login }: Options = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const passwords: string[] = [];
  let takes = true;
  const server = new SMTPServer({
    ...certificate,
    secure: tls === "from the start",
    disabledCommands: [...(login === undefined ? ["AUTH"] : []), ...(tls === "on request" ? [] : ["STARTTLS"])],
    authOptional: login === undefined,
    // Accepts passwords without TLS, so that tests see whether the client would send one.
    allowInsecureAuth: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      passwords.push(password ?? "");
      if (username === login?.user && password === login?.password) done(null, { user: username });
      else done(new Error("Wrong name or password"));
    },
    onData(stream, { envelope, secure, user }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (!takes) return done(Object.assign(new Error("Try again later"), { responseCode: 451 }));
        const [head = "", ...rest] = Buffer.concat(chunks).toString().split("\r\n\r\n");
        received.push({
          isSecure: secure,
          user: user || undefined,
          from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          header: head.replace(/\r\n[ \t]/g, " ").split("\r\n"),
          text: decodeQuoted(rest.join("\r\n\r\n")),
        });
        done();
      });
    },
  });
  // A client that does not trust the certificate aborts the connection.
  server.on("error", () => {});
  const listening = server.listen(0, "127.0.0.1");
  await new Promise((resolve) => listening.once("listening", resolve));
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("the mail server has no port");
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  cleanUp(stop);
  return {
    url: `${tls === "from the start" ? "smtps" : "smtp"}://127.0.0.1:${address.port}`,
    received,
    passwords,
    take: (mails) => {
      takes = mails;
    },
    stop,
  };
}

/** Decodes quoted-printable. Plain text passes unchanged, because the mails contain no `=` followed by hex digits. */
function decodeQuoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
