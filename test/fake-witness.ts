import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { parseAddCheckpoint } from "#lib/tlog/add-checkpoint.ts";
import { parseNote, printVerifierKey } from "#lib/tlog/signed-note.ts";
import { openWitnessSigner } from "#server/audit/tree/note-signer.ts";
import { newKey } from "./event-signatures.ts";
import { listen, readText } from "./listen.ts";

/** Answers a request; `text` is the text of the checkpoint to cosign. */
export type Answer = (response: ServerResponse, text: string) => void;

export const answerWith =
  (status: number, body: string | Uint8Array = ""): Answer =>
  (response) =>
    void response.writeHead(status).end(body);

/** A witness with a genuine key that answers as the test demands, at first by cosigning. */
export async function startFakeWitness() {
  const privateKey = newKey();
  const signAt = (at: number) => openWitnessSigner("witness.example/fake", privateKey, () => at);
  const { key } = await signAt(0);
  const cosign: Answer = async (response, text) => {
    const { name, keyId, signature } = (await signAt(Date.now())).sign(text);
    answerWith(200, printLine(name, keyId, signature))(response, text);
  };
  const witness = { add: cosign, checkpoint: answerWith(404) };
  const asked: string[] = [];
  const server = await listen(async (request: IncomingMessage, response: ServerResponse) => {
    const body = (await readText(request)) ?? "";
    asked.push(`${request.method} ${request.url}`);
    const text = parseNote(parseAddCheckpoint(body)?.checkpoint ?? "")?.text ?? "";
    (request.method === "POST" ? witness.add : witness.checkpoint)(response, text);
  });
  return Object.assign(witness, {
    key,
    cosign,
    signAt,
    /** The requests so far, such as "POST /add-checkpoint". */
    asked,
    entry: `${printVerifierKey(key)} ${server.origin}`,
    origin: server.origin,
    openConnections: server.openConnections,
    stop: server.leave,
  });
}

export function printLine(name: string, keyId: string, signature: Uint8Array): string {
  return `— ${name} ${Buffer.from([...Buffer.from(keyId, "hex"), ...signature]).toString("base64")}\n`;
}

export const hashOfOrigin = (origin: string) => createHash("sha256").update(origin).digest("hex");
