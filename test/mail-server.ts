import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The lines of the header, each whole. */
  readonly header: readonly string[];
  readonly text: string;
}

/** An SMTP server on the loopback interface that keeps what it is sent. */
export interface MailServer {
  /** For SMTP_URL. */
  readonly url: string;
  readonly received: ReceivedMail[];
  /** Whether it takes mails; else it answers that it cannot for now. */
  take(mails: boolean): void;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let takes = true;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (!takes) return done(Object.assign(new Error("Try again later"), { responseCode: 451 }));
        const [head = "", ...rest] = Buffer.concat(chunks).toString().split("\r\n\r\n");
        received.push({
          from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          header: head.replace(/\r\n[ \t]/g, " ").split("\r\n"),
          text: decodeQuoted(rest.join("\r\n\r\n")),
        });
        done();
      });
    },
  });
  const listening = server.listen(0, "127.0.0.1");
  await new Promise((resolve) => listening.once("listening", resolve));
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("the mail server has no port");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    take: (mails) => {
      takes = mails;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Quoted-printable is how long lines and letters beyond ASCII are sent; without it, nothing looks like this. */
function decodeQuoted(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
