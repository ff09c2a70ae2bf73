import { resourceFromAttributes } from "@opentelemetry/resources";

/** What all that is sent to an OpenTelemetry collector says of its sender. */
export const RESOURCE = resourceFromAttributes({ "service.name": "forecasting-gateway" });

/** The options of an exporter by OTLP over HTTP, whatever the exporter's own variables say besides. */
export function exportTo(collector: string, signal: "traces" | "logs") {
  return { url: `${collector.replace(/\/+$/, "")}/v1/${signal}`, timeoutMillis: 5_000 };
}
