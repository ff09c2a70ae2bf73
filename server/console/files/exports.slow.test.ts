import { writeFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { readQuantity } from "#lib/series/quantity.ts";
import { readExport } from "#server/audit/export/read-links.ts";
import { readSeal } from "#server/audit/export/seal.ts";
import { verifyChain } from "#server/audit/verification/verify-chain.ts";
import { identify } from "#server/base/digest.ts";
import type { ConsoleSession } from "#test/console-session.ts";
import { makeFolder } from "#test/run-process.ts";
import { sendMany } from "#test/send-many.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { approveAll, readExample } from "#test/start-gateway.ts";
import { EXPORTS, streamFile } from "./exports.ts";

/** Texts that a spreadsheet would run as formulas, or that are hard to escape in CSV. */
const TEXTS = [
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\tx",
  "\rx",
  "=1\n+2",
  'a "quoted", text',
  "a\u0000b",
  "línea\r\nlínea",
];
const MANY = 560;

const { gateway, researcher, reviewer, admin } = await signInRoles();
const { model, task } = readExample("binary");
const criteria = Object.fromEntries(TEXTS.map((text, index) => [`o${TEXTS.length - index}`, text]));
const counts = Object.fromEntries(Object.keys(criteria).map((option, index) => [option, index]));
const observed_at = "2026-06-01T00:00:00Z";
const data = { kind: "counts", reference_class: "x", counts };
const odd = {
  model,
  task: { ...task, instructions: "=cmd|' /C calc'!A0\nand a\u0000b", criteria },
  input: { as_of: observed_at, context: [{ type: "structured" as const, data, observed_at }] },
};
await approveAll(gateway.gateway, [odd]);
await gateway.post(JSON.stringify(odd));
const bodies = Array.from({ length: MANY }, () => JSON.stringify(readExample("multiclass")));
await sendMany(gateway.url, gateway.key, bodies, () => {});

function download(
  door: (typeof EXPORTS)["audit-log"],
  query: object,
  session?: ConsoleSession,
  context = gateway.gateway,
) {
  const search = new URLSearchParams(Object.entries(query));
  const headers = session === undefined ? {} : { cookie: session.cookie };
  return door(context, new Request(`http://localhost:3000/api/export?${search}`, { headers }));
}

describe("forecasts as CSV", () => {
  it("have a row per forecast and option, plain numbers and escaped formulas", async () => {
    const taskId = identify(odd.task).id;
    const response = await download(EXPORTS.forecasts, { format: "csv", taskId }, researcher);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="forecasts-[\d-]+\.csv"$/);
    const text = await response.text();
    expect(text).toMatch(/^request_id,event,[a-z_,]+,chosen,series,[a-z_,\d]+,interval_80_probability\r\n/);
    expect(text).not.toContain("\u0000");
    const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
    expect(errors).toEqual([]);
    expect(data.map(({ option }) => option)).toEqual(Object.keys(odd.task.criteria));
    expect(data.map(({ place }) => Number(place))).toEqual(TEXTS.map((_, index) => index + 1));
    expect(data.map(({ meaning }) => meaning)).toEqual(
      TEXTS.map((one) => (/^[=+\-@\t\r]/.test(one) ? `'${one}` : one).replace("\u0000", "␀")),
    );
    expect(data.every(({ question }) => question === "'=cmd|' /C calc'!A0\nand a␀b")).toBe(true);
    const sum = data.reduce((total, { probability }) => total + Number(probability), 0);
    expect(sum).toBeCloseTo(1, 6);
    expect(data.filter(({ chosen }) => chosen === "true")).toHaveLength(1);
    expect(text).toMatch(/,(?:true|false),{10}\r\n$/);
  });

  it("contain the forecasts of every page and respect the filter", async () => {
    const all = await (await download(EXPORTS.forecasts, { format: "csv" }, researcher)).text();
    const { data } = Papa.parse<Record<string, string>>(all, { header: true, skipEmptyLines: true });
    const options = Object.keys(readExample("multiclass").task.criteria).length;
    expect(data).toHaveLength(MANY * options + TEXTS.length);
    expect(new Set(data.map(({ request_id }) => request_id)).size).toBe(MANY + 1);
    const none = await download(EXPORTS.forecasts, { format: "csv", from: "2040-01-01T00:00:00Z" }, researcher);
    expect((await none.text()).trim().split("\r\n")).toHaveLength(1);
  });
});

describe("forecasts as JSONL", () => {
  it("have the result of forecasts.get on each line", async () => {
    const taskId = identify(odd.task).id;
    const response = await download(EXPORTS.forecasts, { format: "jsonl", taskId }, reviewer);
    const [line = "", ...rest] = (await response.text()).trim().split("\n");
    expect(rest).toEqual([]);
    const forecast = JSON.parse(line);
    const { request_id: requestId } = forecast.response;
    const { approval, explanation, series, ...detail } = await researcher.call.forecasts.get({ requestId });
    expect(forecast).toEqual({ ...detail, quantities: [] });
    expect(forecast.request).toEqual(odd);
    expect(Object.keys(forecast.request.task.criteria)).toEqual(Object.keys(odd.task.criteria));
  });
});

describe("the figures of a quantity", () => {
  it("are those of the series whose partition gives the options", async () => {
    const request = readExample("measurement");
    await approveAll(gateway.gateway, [request]);
    const { headers } = await gateway.post(JSON.stringify(request));
    const requestId = headers.get("x-request-id") ?? "";
    const query = { taskId: identify(request.task).id };
    const { response, series } = await researcher.call.forecasts.get({ requestId });
    const { probabilities } = response.result;
    const [shown] = series.map(({ name, unit, ranges }) => ({
      ...{ series: name, unit },
      ...readQuantity(ranges, probabilities),
    }));
    const line = await (await download(EXPORTS.forecasts, { format: "jsonl", ...query }, researcher)).text();
    expect(JSON.parse(line).quantities).toEqual([shown]);
    const csv = await (await download(EXPORTS.forecasts, { format: "csv", ...query }, researcher)).text();
    const { data } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
    const { "70_to_80": middle = 0, "80_or_more": highest = 0 } = probabilities;
    expect(data.map(({ bound }) => bound)).toEqual(["", "60", "70", "80"]);
    expect(data.map(({ bound_included }) => bound_included)).toEqual(["", "true", "true", "true"]);
    expect(Number(data[2]?.probability_from_bound)).toBe(middle + highest);
    expect(data[0]).toMatchObject({ series: "Storage of Larkfield reservoir", unit: "% of capacity" });
    expect(data.map((row) => Number(row.interval_80_probability))).toEqual(Array(4).fill(shown?.middle?.probability));
  });
});

describe("outcomes as a file", () => {
  it("contain every entry and can be imported again", async () => {
    const taskId = identify(odd.task).id;
    const entry = { taskId, source: "=A1", happenedAt: "2026-06-20T00:00:00Z" };
    const { outcomeId } = await researcher.call.outcomes.record({ ...entry, option: "o1" });
    await researcher.call.outcomes.record({ ...entry, option: null, note: "Void.", corrects: outcomeId });
    const csv = await (await download(EXPORTS.outcomes, { format: "csv" }, researcher)).text();
    const { data } = Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
    expect(data).toMatchObject([
      { task_id: taskId, option: "o1", void: "false", source: "'=A1", status: "replaced", recorded_by: "Researcher" },
      { task_id: taskId, option: "", void: "true", status: "recorded", note: "Void.", confirmed_by: "" },
    ]);
    const jsonl = await (await download(EXPORTS.outcomes, { format: "jsonl" }, researcher)).text();
    const lines = jsonl.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).happened_at)).toEqual(Array(2).fill("2026-06-20T00:00:00.000Z"));
    const reports = await researcher.call.outcomes.import({ file: lines[1] ?? "" });
    expect(reports).toMatchObject([{ ok: true, taskId }]);
  });

  it("begin with a byte order mark if Excel needs one, and only then", async () => {
    const bytesOf = async (query: object) => (await download(EXPORTS.outcomes, query, researcher)).bytes();
    const plain = await bytesOf({ format: "csv" });
    expect(await bytesOf({ format: "csv", bom: "true" })).toEqual(new Uint8Array([0xef, 0xbb, 0xbf, ...plain]));
    expect((await bytesOf({ format: "jsonl", bom: "true" }))[0]).toBe("{".charCodeAt(0));
    expect((await download(EXPORTS.outcomes, { format: "csv", bom: "yes" }, researcher)).status).toBe(400);
  });

  it("require a session and a valid format", async () => {
    expect((await download(EXPORTS.outcomes, { format: "csv" })).status).toBe(401);
    expect((await download(EXPORTS.outcomes, { format: "xlsx" }, researcher)).status).toBe(400);
  });
});

describe("the track record as files", () => {
  it("has a table for each chart and a table of all scored forecasts", async () => {
    const means = "brier,brier_low,brier_high,log,log_low,log_high,forecasts,questions";
    for (const [table, header] of [
      ["reliability", "from,to,mean_probability,frequency,band_low,band_high,weight,forecasts,effective"],
      ["discrimination", "from,to,happened,happened_share,others,others_share,questions"],
      ["months", `value,${means}`],
      ["parts", `dimension,value,label,${means},brier_over_forecasts,log_over_forecasts`],
    ]) {
      const response = await download(EXPORTS["track-record"], { table, by: "options", of: "2" }, researcher);
      expect((await response.text()).split("\r\n")[0]).toBe(header);
    }
    const forecasts = await (await download(EXPORTS["track-record"], { table: "forecasts" }, researcher)).text();
    expect(forecasts).toMatch(/^request_id,task_id,/);
    expect((await download(EXPORTS["track-record"], { table: "secrets" }, researcher)).status).toBe(400);
    expect((await download(EXPORTS["track-record"], { table: "months" })).status).toBe(401);
  });
});

describe("the audit log as a file", () => {
  it("can be verified offline with the checkpoint at the end of the file", async () => {
    const file = join(makeFolder(), "record.jsonl");
    writeFileSync(file, await (await download(EXPORTS["audit-log"], {}, admin)).text());
    const seal = readSeal(file);
    const { checkpoints } = gateway.gateway;
    const exported = seal === undefined ? [] : [seal.checkpoint];
    const source = { ...checkpoints, readSignatures: () => exported, readTrees: async () => [] };
    const report = await verifyChain(readExport(file), source);
    expect(report).toMatchObject({ ok: true, checkpoints: 1, head: seal?.checkpoint.hash });
    expect(report.events).toBe(seal?.checkpoint.seq);
  });

  it.each(["audit-log", "audit-log-contents"] as const)("is available to admins and reviewers: %s", async (name) => {
    const statusFor = async (session?: ConsoleSession) => {
      const response = await download(EXPORTS[name], {}, session);
      await response.body?.cancel();
      return response.status;
    };
    expect([await statusFor(), await statusFor(researcher)]).toEqual([401, 403]);
    expect([await statusFor(reviewer), await statusFor(admin)]).toEqual([200, 200]);
  });
});

describe("a download", () => {
  it.each([
    {},
    { format: "xlsx" },
    { format: "csv", task: "x" },
    { format: "csv", taskId: "x" },
    { format: "csv", from: "yesterday" },
  ])("is refused if the query is invalid: %o", async (query) => {
    expect((await download(EXPORTS.forecasts, query, researcher)).status).toBe(400);
  });

  it("requires a session", async () => {
    expect((await download(EXPORTS.forecasts, { format: "csv" })).status).toBe(401);
  });

  it("is generated with backpressure, and stops when the client disconnects", async () => {
    let made = 0;
    let ended = false;
    async function* parts() {
      try {
        for (;;) yield `${++made}\n`;
      } finally {
        ended = true;
      }
    }
    const { body } = streamFile({ type: "text/plain", name: "x" }, parts());
    const reader = body?.getReader();
    await reader?.read();
    await reader?.read();
    expect(made).toBeLessThanOrEqual(3);
    await reader?.cancel();
    expect(ended).toBe(true);
    expect(made).toBeLessThanOrEqual(3);
  });
});
