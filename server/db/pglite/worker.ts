import { chmodSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { createDatabaseFolder, inspectDatabaseFolder } from "./database-folder.ts";

/**
 * Runs the embedded database in its own thread: a full disk or a long query stops this thread, not the process. The
 * thread speaks PostgreSQL's wire protocol. PGlite has one session, shared by all connections: a connection in a
 * transaction uses the session exclusively, and messages of other connections wait until the transaction ends. Prepared
 * statements are shared too, so each statement name must be used by one connection only.
 */

export interface ToWorker {
  readonly connection: number;
  /** Complete frontend messages, or an event: connection begins (`hello`) or ended (`gone`), close database (`end`). */
  readonly bytes: Uint8Array | "hello" | "gone" | "end";
}

export interface FromWorker {
  readonly connection: number;
  readonly bytes: Uint8Array | "failed";
}

/** `program` is PGlite as compiled by an earlier worker of this process: compiling takes longer than opening. */
export interface WorkerInput {
  readonly folder: string;
  readonly program: WebAssembly.Module | undefined;
}

/** `open` is sent once, when the database is open; then the worker answers pings. `notice` is for the operator. */
export type WorkerNews = "open" | "pong" | { readonly notice: string } | { readonly program: WebAssembly.Module };

const port = parentPort;
if (port === null) throw new Error("pglite/worker.ts must run as a worker thread");

const opening = open(workerData);
let waiting: ToWorker[] = [];
let busy = false;
/** The connection that is in a transaction. */
let owner: number | undefined;

port.on("message", (message: ToWorker | "ping") => {
  if (message === "ping") {
    send("pong");
    return;
  }
  waiting.push(message);
  if (!busy) void work();
});

async function work(): Promise<void> {
  busy = true;
  const database = await opening;
  for (let message = takeNext(); message !== undefined; message = takeNext()) await handle(database, message);
  busy = false;
}

function takeNext(): ToWorker | undefined {
  const index = owner === undefined ? 0 : waiting.findIndex(({ connection }) => connection === owner);
  return index === -1 ? undefined : waiting.splice(index, 1)[0];
}

async function handle(database: PGlite, { connection, bytes }: ToWorker): Promise<void> {
  if (bytes === "end") {
    await database.close();
    port?.close();
    return;
  }
  if (bytes === "hello") {
    reply({ connection, bytes: WELCOME });
    return;
  }
  if (bytes === "gone") {
    waiting = waiting.filter((message) => message.connection !== connection);
    if (owner === connection) await ask(database, ROLLBACK);
    owner = owner === connection ? undefined : owner;
    return;
  }
  try {
    const answer = await ask(database, bytes);
    // The last byte of the answer, the status in ReadyForQuery, tells whether a transaction is open.
    owner = answer.at(-1) === IDLE ? undefined : connection;
    reply({ connection, bytes: answer });
  } catch {
    reply({ connection, bytes: "failed" });
  }
}

/**
 * Sends a message to PGlite and returns the complete answer, copied because PGlite returns a view of its own memory.
 * Uses the streaming call, because execProtocolRaw() never frees its answers.
 */
async function ask(database: PGlite, message: Uint8Array): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  await database.execProtocolRawStream(message, { onRawData: (piece) => pieces.push(piece.slice()) });
  const [first = new Uint8Array()] = pieces;
  return pieces.length > 1 ? new Uint8Array(Buffer.concat(pieces)) : first;
}

/** Opens the database in `folder`, creating it if it does not exist. Has no time limit. */
async function open({ folder, program }: WorkerInput): Promise<PGlite> {
  const pgliteWasmModule = program ?? (await compile());
  if (inspectDatabaseFolder(folder) !== "database") {
    const create = async (draft: string) => (await PGlite.create({ dataDir: draft, pgliteWasmModule })).close();
    await createDatabaseFolder(folder, create, (notice) => send({ notice }));
  }
  chmodSync(folder, 0o700);
  const database = await PGlite.create({ dataDir: folder, pgliteWasmModule }).catch((error) => {
    throw new Error(`The database in ${folder} cannot be opened (${error}). Nothing was deleted.`);
  });
  // Disabled, because zero-filling new WAL files only helps a database that syncs them.
  await database.exec("set wal_init_zero = off");
  send("open");
  return database;
}

async function compile(): Promise<WebAssembly.Module> {
  const file = new URL("pglite.wasm", import.meta.resolve("@electric-sql/pglite"));
  const program = await WebAssembly.compile(await readFile(file));
  send({ program });
  return program;
}

function send(news: WorkerNews): void {
  port?.postMessage(news);
}

function reply(message: FromWorker): void {
  port?.postMessage(message);
}

/** AuthenticationOk and ReadyForQuery (idle): the reply to a start-up message. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
const IDLE = "I".charCodeAt(0);
const ROLLBACK = Buffer.from("Q\0\0\0\x0dROLLBACK\0", "latin1");
