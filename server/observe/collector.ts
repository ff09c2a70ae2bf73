import { resourceFromAttributes } from "@opentelemetry/resources";
import { agentFor } from "#server/base/proxied-agent.ts";

export const RESOURCE = resourceFromAttributes({ "service.name": "forecasting-gateway" });

/** Returns the options of an OTLP/HTTP exporter. They override the environment variables that the exporter reads. */
export function exportTo(collector: string, signal: "traces" | "logs") {
  const url = new URL(`${collector.replace(/\/+$/, "")}/v1/${signal}`);
  const agent = agentFor(url);
  return { url: url.href, timeoutMillis: 5_000, ...(agent && { httpAgentOptions: () => agent }) };
}
