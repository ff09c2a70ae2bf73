import type { IncomingHttpHeaders } from "node:http";
import type { Certificate } from "./certificates.ts";
import { listen, readText } from "./listen.ts";

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly received: ReceivedWebhook[];
  /** Sets the statuses of the next responses, in order, with their `Retry-After`. Later responses have status 204. */
  answer(...answers: readonly (number | readonly [status: number, retryAfter: string])[]): void;
  stop(): Promise<void>;
}

export async function startWebhookReceiver(certificate?: Certificate): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let next: (number | readonly [number, string])[] = [];
  const { origin, leave } = await listen(async (request, response) => {
    const body = await readText(request);
    if (body === undefined) return;
    received.push({ headers: request.headers, body });
    const answer = next.shift() ?? 204;
    const [status, retryAfter] = typeof answer === "number" ? [answer, undefined] : answer;
    response.writeHead(status, retryAfter === undefined ? {} : { "retry-after": retryAfter }).end();
  }, certificate);
  return {
    url: `${origin}/hooks/forecasts`,
    received,
    answer: (...answers) => {
      next = [...answers];
    },
    stop: leave,
  };
}
