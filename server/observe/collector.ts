import { resourceFromAttributes } from "@opentelemetry/resources";

export const RESOURCE = resourceFromAttributes({ "service.name": "forecasting-gateway" });

/** Returns the options of an OTLP/HTTP exporter. They override the environment variables that the exporter reads. */
export function exportTo(collector: string, signal: "traces" | "logs") {
  return { url: `${collector.replace(/\/+$/, "")}/v1/${signal}`, timeoutMillis: 5_000 };
}
