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
  /** Sets the status codes of the next responses, in order. Later responses have status 204. */
  answer(...statuses: readonly number[]): void;
  stop(): Promise<void>;
}

export async function startWebhookReceiver(certificate?: Certificate): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let next: number[] = [];
  const { origin, leave } = await listen(async (request, response) => {
    const body = await readText(request);
    if (body === undefined) return;
    received.push({ headers: request.headers, body });
    response.writeHead(next.shift() ?? 204).end();
  }, certificate);
  return {
    url: `${origin}/hooks/forecasts`,
    received,
    answer: (...statuses) => {
      next = [...statuses];
    },
    stop: leave,
  };
}
