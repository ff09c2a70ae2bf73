import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { addCheckpoint } from "./add-checkpoint.ts";
import type { WitnessStore } from "./witness-store.ts";

const MAX_BODY = 65_536;
const REQUEST_MS = 10_000;

/** Serves the witness protocol: `POST /add-checkpoint` and `GET /ORIGIN_HASH/checkpoint`. */
export function createWitness(context: Parameters<typeof addCheckpoint>[0] & { readonly store: WitnessStore }): Server {
  // Requests are answered one at a time, so that two checkpoints of a log cannot overtake each other.
  let before: Promise<unknown> = Promise.resolve();
  return createServer({ requestTimeout: REQUEST_MS }, (request, response) => {
    void answer(request, response).catch((error) => {
      console.error(error);
      send(response, 500, "The witness failed.\n");
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pathname = URL.parse(request.url ?? "/", "http://witness")?.pathname;
    if (pathname === undefined) return send(response, 400, "The request target is malformed.\n");
    if (request.method === "POST" && pathname === "/add-checkpoint") {
      if (Number(request.headers["content-length"] ?? Number.POSITIVE_INFINITY) > MAX_BODY)
        return send(response, 413, `The body must have a Content-Length of at most ${MAX_BODY} bytes.\n`);
      const body = await text(request).catch(() => undefined);
      if (body === undefined) return send(response, 400, "The body ended before it was complete.\n");
      const mine = before.then(() => addCheckpoint(context, body));
      before = mine.catch(() => {});
      const { status, type, body: answered } = await mine;
      return send(response, status, answered, type);
    }
    const [, hash = ""] = request.method === "GET" ? (/^\/([0-9a-f]{64})\/checkpoint$/.exec(pathname) ?? []) : [];
    const note = context.store.readByHash(hash);
    return note === undefined ? send(response, 404, "Not found.\n") : send(response, 200, note);
  }
}

function send(response: ServerResponse, status: number, body: string, type = "text/plain; charset=utf-8"): void {
  response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(body);
}
