import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { cleanUp } from "#test/clean-up.ts";
import { makeFolder } from "#test/run-process.ts";
import { until } from "#test/until.ts";
import { EmbeddedDatabase } from "./stream.ts";

/** Source of a fake database thread, which reads its state from a file: `opening`, `open` (it answers) or `stuck`. */
const WORKER = `
  import { readFileSync } from "node:fs";
  import { parentPort, workerData } from "node:worker_threads";
  const state = () => readFileSync(workerData.folder, "utf8");
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
  parentPort.postMessage({ notice: "this takes a while" });
  while (state() === "opening") await pause();
  if (state() === "fails") throw new Error("the disk is broken");
  parentPort.postMessage("open");
  parentPort.on("message", async (message) => {
    while (state() === "stuck") await pause();
    if (message === "ping") parentPort.postMessage("pong");
    else if (message.bytes === "hello") parentPort.postMessage({ connection: message.connection, bytes: Buffer.from("welcome") });
    else if (message.bytes === "end") parentPort.close();
  });
`;

const HOUR_MS = 3_600_000;

let state: string;
let notices: string[];
let database: EmbeddedDatabase;

beforeEach(() => {
  const folder = makeFolder();
  state = join(folder, "state");
  notices = [];
  writeFileSync(join(folder, "worker.mjs"), WORKER);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  database = new EmbeddedDatabase(state, join(folder, "worker.mjs"), (notice) => notices.push(notice));
  cleanUp(() => {
    writeFileSync(state, "open");
    return database.close();
  });
});

/** Connects and returns the first bytes that the database sends, or its error. */
function connect() {
  const stream = database.connect();
  const ended = new Promise<string>((resolve) => stream.once("error", (error) => resolve(error.message)));
  const welcomed = new Promise<string>((resolve) => stream.once("data", (bytes) => resolve(String(bytes))));
  stream.write("start-up");
  return { welcome: Promise.race([welcomed, ended]), ended };
}

const noticed = () => until("the thread runs", () => notices.length > 0);

describe("the thread of the embedded database", () => {
  it("is not terminated while it opens, however long this takes", async () => {
    writeFileSync(state, "opening");
    const { welcome } = connect();
    await noticed();
    for (let hour = 0; hour < 3; hour++) vi.advanceTimersByTime(HOUR_MS);
    writeFileSync(state, "open");
    expect(await welcome).toBe("welcome");
    expect(notices).toEqual(["this takes a while"]);
  });

  it("is terminated after 30 seconds of unanswered pings once open, and restarted by the next connection", async () => {
    writeFileSync(state, "open");
    const first = connect();
    expect(await first.welcome).toBe("welcome");
    writeFileSync(state, "stuck");
    vi.advanceTimersByTime(HOUR_MS);
    expect(await first.ended).toContain("the embedded database has stopped");
    writeFileSync(state, "open");
    expect(await connect().welcome).toBe("welcome");
  });

  it("is not terminated after the process was suspended, before the process has read the answers", async () => {
    writeFileSync(state, "open");
    const { welcome, ended } = connect();
    expect(await welcome).toBe("welcome");
    const now = vi.spyOn(performance, "now").mockReturnValue(performance.now() + HOUR_MS);
    vi.advanceTimersByTime(5_000);
    now.mockRestore();
    const second = connect();
    expect(await Promise.race([ended, second.welcome])).toBe("welcome");
  });

  it("reports the reason if it cannot open, and is restarted by the next connection", async () => {
    writeFileSync(state, "fails");
    expect(await connect().welcome).toContain("the disk is broken");
    writeFileSync(state, "open");
    expect(await connect().welcome).toBe("welcome");
  });
});
