import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import { expect, it, vi } from "vitest";
import { reportFailures } from "./collector.ts";

const OK: ExportResult = { code: ExportResultCode.SUCCESS };
const FAILED: ExportResult = { code: ExportResultCode.FAILED, error: new Error("Not Found") };

it("logs once that exports fail and once that they succeed again, also if every second one fails", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const lines: unknown[] = [];
  const write = (fields: object, message: string) => void lines.push([fields, message]);
  let answer = OK;
  const exporter = { export: (_: string[], done: (result: ExportResult) => void) => done(answer) };
  const results: ExportResult[] = [];
  reportFailures(exporter, { warn: write, info: write });
  const send = (result: ExportResult) => {
    answer = result;
    exporter.export(["a", "b"], (got) => void results.push(got));
    vi.advanceTimersByTime(5_000);
  };
  for (const result of [OK, FAILED, FAILED, OK, FAILED]) send(result);
  const failing = [{ detail: "Error: Not Found" }, "OTEL_EXPORTER_OTLP_ENDPOINT: the collector does not accept traces"];
  expect(lines).toEqual([failing]);
  expect(results).toEqual([OK, FAILED, FAILED, OK, FAILED]);
  for (let count = 0; count < 20; count++) send(OK);
  expect(lines).toEqual([failing, [{ lost: 6 }, "OTEL_EXPORTER_OTLP_ENDPOINT: the collector accepts traces again"]]);
  send(FAILED);
  expect(lines).toHaveLength(3);
});
