import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { describeError } from "#server/base/describe-error.ts";
import { agentFor } from "#server/base/proxied-agent.ts";

/** OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence. */
export const RESOURCE = resourceFromAttributes({ "service.name": "forecasting-gateway" }).merge(
  detectResources({ detectors: [envDetector] }),
);

/** Returns the options of an OTLP/HTTP exporter. They override the environment variables that the exporter reads. */
export function exportTo(collector: string) {
  const url = new URL(`${collector}/v1/traces`);
  const agent = agentFor(url);
  return { url: url.href, timeoutMillis: 5_000, ...(agent && { httpAgentOptions: () => agent }) };
}

interface Exporter<Item> {
  export(items: Item[], done: (result: ExportResult) => void): void;
}

/** A collector that refuses some batches counts as failing until it has accepted all batches for this long. */
const CALM_MS = 60_000;

/** Logs when exports begin to fail, and when they succeed again, with the number of lost items. */
export function reportFailures<Item, Each extends Exporter<Item>>(
  exporter: Each,
  log: Record<"warn" | "info", (fields: object, message: string) => void>,
) {
  const send = exporter.export.bind(exporter);
  let lost = 0;
  let failedAt = 0;
  exporter.export = (items, done) =>
    send(items, (result) => {
      if (result.code === ExportResultCode.FAILED) {
        const detail = describeError(result.error);
        if (lost === 0) log.warn({ detail }, "OTEL_EXPORTER_OTLP_ENDPOINT: the collector does not accept traces");
        lost += items.length;
        failedAt = performance.now();
      } else if (lost > 0 && performance.now() - failedAt >= CALM_MS) {
        log.info({ lost }, "OTEL_EXPORTER_OTLP_ENDPOINT: the collector accepts traces again");
        lost = 0;
      }
      done(result);
    });
  return exporter;
}
