import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { parseAddCheckpoint } from "#lib/tlog/add-checkpoint.ts";
import { parseCheckpoint } from "#lib/tlog/checkpoint.ts";
import { isConsistent, isEqual, sha256 } from "#lib/tlog/merkle.ts";
import type { Policy } from "#lib/tlog/policy.ts";
import { parseNote, printNote, printSignature } from "#lib/tlog/signed-note.ts";
import { verifyCheckpoint } from "#lib/tlog/verify-proof.ts";
import type { NoteSigner } from "#server/audit/tree/note-signer.ts";
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

/** Answer of a witness (c2sp.org/tlog-witness). */
interface WitnessAnswer {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422;
  readonly type?: "text/x.tlog.size";
  readonly body: string;
}

interface WitnessContext {
  readonly logs: Policy["logs"];
  readonly signer: NoteSigner;
  readonly store: WitnessStore;
}

/**
 * Cosigns a checkpoint that extends the last one of its log, and stores it first. Calls for the same log must not
 * overlap: a later call could otherwise replace a larger checkpoint by a smaller one.
 */
export async function addCheckpoint({ logs, signer, store }: WitnessContext, body: string): Promise<WitnessAnswer> {
  const request = parseAddCheckpoint(body);
  const note = request && parseNote(request.checkpoint);
  const checkpoint = note && parseCheckpoint(note.text);
  if (request === undefined || note === undefined || checkpoint === undefined)
    return { status: 400, body: "The body is not an add-checkpoint request.\n" };
  const { origin, size, root } = checkpoint;
  if (!logs.some(({ name }) => name === origin)) return { status: 404, body: "This witness does not watch the log.\n" };
  const verified = await verifyCheckpoint(request.checkpoint, { logs, witnesses: [], isQuorum: () => true });
  if (!verified.ok) return { status: 403, body: "The checkpoint has no valid signature of the log.\n" };
  if (request.old > size) return { status: 400, body: "The old size exceeds the size of the checkpoint.\n" };
  const stored = store.read(origin);
  const last = stored === undefined ? { size: 0, root: await sha256() } : parseStored(stored);
  if (request.old !== last.size) return { status: 409, type: "text/x.tlog.size", body: `${last.size}\n` };
  const isEmpty = size === 0 && isEqual(root, await sha256());
  if ((size === 0 && !isEmpty) || !(await isConsistent(last, checkpoint, request.proof)))
    return { status: 422, body: "The checkpoint does not extend the last checkpoint of the log.\n" };
  const cosignature = signer.sign(note.text);
  const own = note.signatures.filter(({ name, keyId }) => logs.some((key) => key.name === name && key.keyId === keyId));
  store.write(origin, printNote({ text: note.text, signatures: [...own, cosignature] }));
  return { status: 200, body: `${printSignature(cosignature)}\n` };
}

function parseStored(note: string) {
  const checkpoint = parseCheckpoint(parseNote(note)?.text ?? "");
  if (checkpoint === undefined) throw new Error("The witness's stored checkpoint is damaged. Restore its folder.");
  return checkpoint;
}
