import { describe, expect, it } from "vitest";
import { watchReaders } from "./cut-slow-readers.ts";

function connection() {
  return {
    bytesWritten: 0,
    writableLength: 0,
    cut: false,
    resetAndDestroy() {
      this.cut = true;
      return this;
    },
  };
}

type Connection = ReturnType<typeof connection> & Parameters<ReturnType<typeof watchReaders>["add"]>[0];

/** Looks once a second for 15 seconds; `each` moves the connection on. Gives the second in which it was cut. */
function watch(each: (connection: Connection, second: number) => void): number | undefined {
  const readers = watchReaders();
  const watched = connection() as Connection;
  readers.add(watched);
  for (let second = 0; second <= 15; second++) {
    each(watched, second);
    readers.look(second * 1_000);
    if (watched.cut) return second;
  }
  return undefined;
}

function write(connection: Connection, bytes: number): void {
  connection.bytesWritten += bytes;
  connection.writableLength += bytes;
}

describe("a connection", () => {
  it("is cut after 10 seconds in which its reader takes nothing", () => {
    expect(watch((each, second) => second === 2 && write(each, 100_000))).toBe(12);
  });

  it("is cut when its reader takes a little now and then", () => {
    const drip = watch((each, second) => {
      if (second === 0) write(each, 100_000);
      each.writableLength -= 100;
    });
    expect(drip).toBe(10);
  });

  it("is kept while its reader goes on taking the answer", () => {
    const steady = watch((each, second) => {
      if (second === 0) write(each, 1_000_000);
      each.writableLength -= 5_000;
    });
    expect(steady).toBeUndefined();
  });

  it("is kept while it waits for its answer, however long, and between answers", () => {
    const waits = watch((each, second) => {
      if (second % 7 === 0) write(each, 1_000);
      else each.writableLength = 0;
    });
    expect(waits).toBeUndefined();
  });
});
