import { describe, expect, it, vi } from "vitest";
import { readExample } from "#test/start-gateway.ts";
import { createKnownRequests } from "./known-requests.ts";
import { requireShape } from "./valid-request.ts";

const example = readExample("binary");
const body = (index: number) => Buffer.from(JSON.stringify({ ...example, model: `release-${index}` }));

function readerOf(bytes: Uint8Array) {
  return vi.fn(() => requireShape(Buffer.from(bytes).toString()));
}

describe("cached requests", () => {
  it("are parsed once for each distinct body", () => {
    const known = createKnownRequests(1_048_576);
    const [first, again, other] = [body(1), body(1), Buffer.from(` ${body(1)}`)];
    const read = readerOf(first);
    const request = known.find(first, read);
    expect(known.find(again, read)).toBe(request);
    expect(read).toHaveBeenCalledTimes(1);
    expect(known.find(other, read)).not.toBe(request);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("take bounded memory: unused requests are evicted, those in use are not", () => {
    const known = createKnownRequests(1_048_576);
    const [used, unused] = [body(0), body(-1)];
    const [readUsed, readUnused] = [readerOf(used), readerOf(unused)];
    known.find(unused, readUnused);
    for (let index = 1; index < 500; index++) {
      known.find(used, readUsed);
      known.find(body(index), readerOf(body(index)));
    }
    known.find(unused, readUnused);
    expect(readUsed).toHaveBeenCalledTimes(1);
    expect(readUnused).toHaveBeenCalledTimes(2);
  });

  it("do not include refused requests", () => {
    const known = createKnownRequests(1_048_576);
    const bytes = Buffer.from("{}");
    const read = readerOf(bytes);
    expect(() => known.find(bytes, read)).toThrow();
    expect(() => known.find(bytes, read)).toThrow();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("are read each time if the cache is disabled", () => {
    const known = createKnownRequests(0);
    const read = readerOf(body(1));
    known.find(body(1), read);
    known.find(body(1), read);
    expect(read).toHaveBeenCalledTimes(2);
  });
});
