import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { identify } from "#server/base/digest.ts";
import { importSubmissions, type LineReport } from "#server/console/submissions/import-submissions.ts";
import { freeWork } from "#server/limits/work.ts";
import { newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { importFile } from "./import-file.ts";
import { readUpload, requireJson } from "./read-upload.ts";
import { uploadFile } from "./upload-evaluation.ts";

const { gateway, researcher, reviewer } = await signInRoles();

function requestOf(
  parts: Iterable<string> | AsyncIterable<string>,
  { cookie = researcher.cookie, signal = idle(), path = "/api/import/submissions" } = {},
) {
  const { origin } = new URL(gateway.gateway.config.consoleUrl);
  const source = Symbol.asyncIterator in parts ? parts[Symbol.asyncIterator]() : parts[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await source.next();
        if (done === true) controller.close();
        else controller.enqueue(Buffer.from(value));
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: "POST", headers: { origin, cookie }, body, signal, duplex: "half" };
  return new Request(`${origin}${path}`, init as RequestInit);
}

function idle(): AbortSignal {
  return new AbortController().signal;
}

function lineOf(title: string): string {
  return `${JSON.stringify({ request: newRequest(), title })}\n`;
}

async function titles(): Promise<string[]> {
  const { submissions } = await researcher.call.submissions.list({ authorId: researcher.memberId, limit: 200 });
  return submissions.map(({ title }) => title);
}

describe("POST /api/import/submissions", () => {
  it("submits each line, however the body is chunked, with the report of submissions.import", async () => {
    const one = newRequest();
    const text = `${JSON.stringify(one)}\n\n{"no":1}\r\n"${"x".repeat(200_000)}"\n${JSON.stringify(newRequest())}`;
    const parts = Array.from({ length: Math.ceil(text.length / 1_000) }, (_, at) =>
      text.slice(at * 1_000, (at + 1) * 1_000),
    );
    const response = await importFile(gateway.gateway, requestOf(parts));
    expect(response.status).toBe(200);
    const reports: LineReport[] = await response.json();
    expect(reports.map((report) => [report.line, report.ok || report.code])).toEqual([
      [1, true],
      [3, "INVALID_REQUEST"],
      [4, "REQUEST_TOO_LARGE"],
      [5, true],
    ]);
    expect(reports[0]).toMatchObject({ taskId: identify(one.task).id, inputId: identify(one.input).id });
  });

  it("submits nothing if the client disconnects before the body ends", async () => {
    const leaving = new AbortController();
    function* parts() {
      yield lineOf("left");
      leaving.abort();
      yield lineOf("left later");
    }
    const left = importFile(gateway.gateway, requestOf(parts(), { signal: leaving.signal }));
    await expect(left).rejects.toThrow("aborted");
    expect((await titles()).filter((title) => title.startsWith("left"))).toEqual([]);
  });

  it("stops at the next line when the client disconnects", async () => {
    const leaving = new AbortController();
    let steps = 0;
    const work = {
      ...freeWork(leaving.signal),
      async step() {
        if (steps++ === 2) leaving.abort(new Error("left"));
        leaving.signal.throwIfAborted();
      },
    };
    const lines = ["a", "b", "c", "d"].map((title) => lineOf(`step ${title}`)).join("");
    await expect(importFile(gateway.gateway, requestOf([lines]), work)).rejects.toThrow("left");
    expect((await titles()).filter((title) => title.startsWith("step")).sort()).toEqual(["step a", "step b"]);
  });

  it("submits nothing if the upload is interrupted", async () => {
    async function* parts() {
      yield lineOf("whole") + lineOf("part").slice(0, 100);
      throw new Error("gone");
    }
    const response = await importFile(gateway.gateway, requestOf(parts()));
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("the upload was interrupted");
    expect(await titles()).not.toContain("whole");
  });

  it("previews a file without storing anything", async () => {
    const line = lineOf("previewed");
    const path = "/api/import/submissions?preview=true";
    for (let round = 0; round < 2; round++) {
      const reports = await (await importFile(gateway.gateway, requestOf([line, line, "{}\n"], { path }))).json();
      expect(reports).toMatchObject([
        { line: 1, ok: true, created: true, submissionId: null },
        { line: 2, ok: true, created: false, submissionId: null },
        { line: 3, ok: false },
      ]);
    }
    expect(await titles()).not.toContain("previewed");
    await importFile(gateway.gateway, requestOf([line]));
    const [again] = await (await importFile(gateway.gateway, requestOf([line], { path }))).json();
    expect(again).toMatchObject({ created: false, submissionId: expect.any(String) });
  });

  it("is refused without reading the body if there is no session", async () => {
    let taken = 0;
    function* parts() {
      for (;;) {
        taken++;
        yield "{}\n";
      }
    }
    expect((await importFile(gateway.gateway, requestOf(parts(), { cookie: "" }))).status).toBe(401);
    expect(taken).toBe(0);
  });
});

describe("imports of one member", () => {
  it("count as running before their first byte arrives, so a silent upload blocks other imports", async () => {
    const begun = Promise.withResolvers<void>();
    const rest = Promise.withResolvers<void>();
    async function* silent() {
      begun.resolve();
      await rest.promise;
      yield "{}\n";
    }
    const path = "/api/import/evaluations?name=cases.jsonl";
    const uploading = uploadFile(gateway.gateway, requestOf(silent(), { path }));
    await begun.promise;
    expect((await uploadFile(gateway.gateway, requestOf(["{}\n"], { path }))).status).toBe(429);
    rest.resolve();
    expect((await uploading).status).toBe(422);
  });

  it("run one at a time: a second import is refused until the first has ended", async () => {
    const begun = Promise.withResolvers<void>();
    const rest = Promise.withResolvers<void>();
    async function* parts() {
      begun.resolve();
      await rest.promise;
      yield lineOf("one at a time");
    }
    const running = importFile(gateway.gateway, requestOf(parts()));
    await begun.promise;

    const refused = await importFile(gateway.gateway, requestOf([lineOf("refused")]));
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    const message = "You already have an import running. Try again when it finishes.";
    expect(await refused.json()).toMatchObject({ error: { code: "TOO_MANY_REQUESTS", message } });
    const procedure = await researcher.fetch("submissions.import", { jsonl: lineOf("refused") });
    expect(procedure.status).toBe(429);
    expect(procedure.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect(procedure.error?.message).toBe(message);
    const colleagues = requestOf([lineOf("a colleague's")], { cookie: reviewer.cookie });
    expect((await importFile(gateway.gateway, colleagues)).status).toBe(200);

    rest.resolve();
    expect(await (await running).json()).toMatchObject([{ line: 1, ok: true }]);
    expect((await importFile(gateway.gateway, requestOf([lineOf("afterwards")]))).status).toBe(200);
    expect(await titles()).not.toContain("refused");
  });

  it("are refused while the uploads of all members use too much memory", async () => {
    const { importingMembers } = gateway.gateway;
    importingMembers.set("another member", 128 * 1_024 * 1_024);
    const refused = await importFile(gateway.gateway, requestOf([lineOf("held back")]));
    importingMembers.delete("another member");
    expect(refused.status).toBe(429);
    expect((await importFile(gateway.gateway, requestOf([lineOf("after the others")]))).status).toBe(200);
  });

  it("can run after an interrupted import", async () => {
    async function* parts() {
      yield lineOf("broken off");
      throw new Error("gone");
    }
    await importFile(gateway.gateway, requestOf(parts()));
    expect((await importFile(gateway.gateway, requestOf([lineOf("after a break")]))).status).toBe(200);
  });
});

describe("an import", () => {
  const member = () =>
    ({ id: researcher.memberId, name: "Researcher", email: "r@example.com", role: "researcher" }) as const;

  it("stops at the limit of submissions, and reports the first line over the limit", async () => {
    const text = ["a", "b", "c", "d"].map((title) => lineOf(`limit ${title}`)).join("");
    const limits = { lines: 100, submissions: 2 };
    const reports = await importSubmissions(gateway.gateway, member(), async () => text, freeWork(), { limits });
    expect(reports).toMatchObject([{ ok: true }, { ok: true }, { line: 3, ok: false, code: "BAD_REQUEST" }]);
    expect(await titles()).not.toContain("limit c");
  });

  it("stops at the limit of lines", async () => {
    const limits = { lines: 2, submissions: 100 };
    const open = async () => "{}\n\n{}\n{}";
    const reports = await importSubmissions(gateway.gateway, member(), open, freeWork(), { limits });
    expect(reports.map(({ line }) => line)).toEqual([1, 3, 4]);
    expect(reports[2]).toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("an upload", () => {
  it("fails with BAD_REQUEST if no data arrives in time", async () => {
    const read = readUpload(new ReadableStream<Uint8Array>(), freeWork(), { waitMs: 1 });
    await expect(read).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("fails if it exceeds the uncompressed size limit or is damaged", async () => {
    const zipped = gzipSync("x".repeat(2_000));
    const read = (bytes: Buffer<ArrayBuffer>, maxBytes: number) =>
      readUpload(new Blob([bytes]).stream(), freeWork(), { maxBytes });
    expect(String(await read(zipped, 2_000))).toHaveLength(2_000);
    await expect(read(zipped, 1_000)).rejects.toThrow("MiB uncompressed. Nothing was saved. Split the file.");
    await expect(read(zipped.subarray(0, -9), 2_000)).rejects.toThrow("the file is damaged");
  });

  it.each([
    ["task_id,option\n", "does not start with a JSON object or array"],
    ["%PDF-1.7", "PDF"],
    ["PK\u0003\u0004", "workbook"],
    [" \n", "empty"],
  ])("is refused by name, with the remedy, if it is %j", (text, name) => {
    expect(() => requireJson(Buffer.from(text))).toThrow(name);
    expect(() => requireJson(Buffer.from(text))).toThrow("import the file in the console");
  });
});
