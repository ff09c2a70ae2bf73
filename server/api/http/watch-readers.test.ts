import { describe, expect, it } from "vitest";
import { watchReaders } from "./watch-readers.ts";

function connection() {
  return {
    bytesWritten: 0,
    /** What waits in the process. */
    writableLength: 0,
    /** What waits in the kernel. */
    unacknowledged: 0,
    cut: false,
    resetAndDestroy() {
      this.cut = true;
    },
  };
}

type Connection = ReturnType<typeof connection>;

const WATCHED_SECONDS = 30;

/** Looks once a second; `each` moves the connection on. Gives the second in which it was cut. */
async function watch(each: (connection: Connection, second: number) => void): Promise<number | undefined> {
  const readers = watchReaders<Connection>(
    async () =>
      ({ unacknowledged }) =>
        unacknowledged,
  );
  const watched = connection();
  readers.add(watched);
  for (let second = 0; second <= WATCHED_SECONDS; second++) {
    each(watched, second);
    await readers.look(second * 1_000);
    if (watched.cut) return second;
  }
  return undefined;
}

type Buffer = "writableLength" | "unacknowledged";

function write(connection: Connection, buffer: Buffer, bytes: number): void {
  connection.bytesWritten += bytes;
  connection[buffer] += bytes;
}

describe.each<[string, Buffer]>([
  ["the process", "writableLength"],
  ["the kernel", "unacknowledged"],
])("a connection whose answer waits in %s", (_, buffer) => {
  it("is cut after 6 seconds in which its reader takes nothing", async () => {
    expect(await watch((each, second) => second === 2 && write(each, buffer, 100_000))).toBe(8);
  });

  it("is cut when its reader takes a little now and then", async () => {
    const drip = await watch((each, second) => {
      if (second === 0) write(each, buffer, 100_000);
      each[buffer] -= 100;
    });
    expect(drip).toBe(6);
  });

  it("is cut when it is sent little answers that its reader does not take", async () => {
    expect(await watch((each) => write(each, buffer, 300))).toBe(6);
  });

  it("is kept while its reader goes on taking the answer", async () => {
    const steady = await watch((each, second) => {
      if (second === 0) write(each, buffer, 1_000_000);
      each[buffer] -= 5_000;
    });
    expect(steady).toBeUndefined();
  });

  it("is kept while it waits for its answer, however long, and between answers", async () => {
    const waits = await watch((each, second) => {
      if (second % 7 === 0) write(each, buffer, 1_000);
      else each[buffer] = 0;
    });
    expect(waits).toBeUndefined();
  });
});

describe("what moves from the process to the kernel", () => {
  it("is not taken for progress of the reader", async () => {
    const moved = await watch((each, second) => {
      if (second === 0) write(each, "writableLength", 1_000_000);
      each.writableLength -= 30_000;
      each.unacknowledged += 30_000;
    });
    expect(moved).toBe(6);
  });
});

describe("the kernel", () => {
  it("is asked while answers may be under way, and not about quiet connections", async () => {
    let requests = 0;
    const readers = watchReaders<Connection>(async () => {
      requests++;
      return () => 0;
    });
    const quiet = connection();
    readers.add(quiet);
    await readers.look(0);
    expect(requests).toBe(0);
    quiet.bytesWritten = 100;
    await readers.look(1_000);
    await readers.look(2_000);
    expect(requests).toBe(1);
  });

  it("is asked again about what was written while it answered", async () => {
    const watched = connection();
    const readers = watchReaders<Connection>(async () => {
      watched.bytesWritten += 100;
      return () => 0;
    });
    readers.add(watched);
    watched.bytesWritten = 100;
    await readers.look(0);
    expect(readers.hasReadAll(watched)).toBe(false);
  });
});
