import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { identify } from "#server/base/digest.ts";
import { importSubmissions, type LineReport } from "#server/console/submissions/import-submissions.ts";
import { freeWork } from "#server/limits/work.ts";
import { newRequest } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { importFile } from "./import-file.ts";
import { openUpload } from "./open-upload.ts";
import { readLines } from "./read-lines.ts";
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
    const text = `${JSON.stringify(one)}\n\n{"no":1}\r\n${"x".repeat(200_000)}\n${JSON.stringify(newRequest())}`;
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

  it("reads the body with backpressure and stops when the client disconnects", async () => {
    const leaving = new AbortController();
    let sent = 0;
    function* parts() {
      for (; sent < 100; sent++) {
        if (sent === 3) leaving.abort();
        yield lineOf(`left ${sent}`);
      }
    }
    const left = importFile(gateway.gateway, requestOf(parts(), { signal: leaving.signal }));
    await expect(left).rejects.toThrow("aborted");
    expect((await titles()).filter((title) => title.startsWith("left")).sort()).toEqual(["left 0", "left 1", "left 2"]);
  });

  it("reports the submitted lines if the upload is interrupted, and ignores a partial line", async () => {
    async function* parts() {
      yield lineOf("whole") + lineOf("part").slice(0, 100);
      throw new Error("gone");
    }
    const reports: LineReport[] = await (await importFile(gateway.gateway, requestOf(parts()))).json();
    expect(reports).toMatchObject([
      { line: 1, ok: true },
      {
        line: 2,
        ok: false,
        code: "BAD_REQUEST",
        message: "The rest of the file could not be read: the upload was interrupted, or the file is damaged.",
      },
    ]);
    expect(await titles()).not.toContain("part");
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
      yield "no case\n";
    }
    const path = "/api/import/evaluations?name=cases.jsonl";
    const uploading = uploadFile(gateway.gateway, requestOf(silent(), { path }));
    await begun.promise;
    expect((await uploadFile(gateway.gateway, requestOf(["no case\n"], { path }))).status).toBe(429);
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
    const lines = ["a", "b", "c", "d"].map((title) => lineOf(`limit ${title}`));
    const limits = { lines: 100, submissions: 2 };
    const reports = await importSubmissions(gateway.gateway, member(), lines, freeWork(), limits);
    expect(reports).toMatchObject([{ ok: true }, { ok: true }, { line: 3, ok: false, code: "BAD_REQUEST" }]);
    expect(await titles()).not.toContain("limit c");
  });

  it("stops at the limit of lines, which includes blank lines", async () => {
    const limits = { lines: 3, submissions: 100 };
    const reports = await importSubmissions(gateway.gateway, member(), ["", "{", "", "{"], freeWork(), limits);
    expect(reports.map(({ line }) => line)).toEqual([2, 4]);
    expect(reports[1]).toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("the lines of a body", () => {
  it("fail with BAD_REQUEST if no data arrives in time", async () => {
    const silent = new ReadableStream<Uint8Array>();
    const lines = readLines(silent, 1);
    await expect(lines.next()).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("fail if an upload exceeds its uncompressed size limit", async () => {
    const { body } = await openUpload(new Blob([gzipSync("x".repeat(2_000))]).stream(), 1_000);
    await expect(readLines(body).next()).rejects.toThrow("MiB uncompressed. Nothing was saved. Split the file.");
  });

  it("include the last line, with or without a trailing line feed", async () => {
    for (const text of ["a\nb", "a\nb\n"]) {
      const lines = readLines(new Blob([text]).stream(), 60_000);
      const read: string[] = [];
      for await (const line of lines) read.push(String(line));
      expect(read).toEqual(["a", "b"]);
    }
  });
});
