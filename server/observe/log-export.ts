import { ROOT_CONTEXT, SeverityNumber, TraceFlags, trace } from "@opentelemetry/api";
import { OTLPLogExporter } from "@opentelemetry/exporter-logs-otlp-http";
import { BatchLogRecordProcessor, LoggerProvider } from "@opentelemetry/sdk-logs";
import type { Logger } from "pino";
import { exportTo, RESOURCE, reportFailures } from "./collector.ts";

/** OpenTelemetry's severity name and number, by pino level. */
const SEVERITIES: Readonly<Record<number, readonly [string, SeverityNumber]>> = {
  10: ["TRACE", SeverityNumber.TRACE],
  20: ["DEBUG", SeverityNumber.DEBUG],
  30: ["INFO", SeverityNumber.INFO],
  40: ["WARN", SeverityNumber.WARN],
  50: ["ERROR", SeverityNumber.ERROR],
  60: ["FATAL", SeverityNumber.FATAL],
};

/**
 * Sends log lines to an OpenTelemetry collector by OTLP over HTTP. Lines about a request are linked to the request's
 * span.
 */
export function createLogExport(collector: string, log: Logger) {
  const exporter = reportFailures(new OTLPLogExporter(exportTo(collector, "logs")), "log lines", log);
  const provider = new LoggerProvider({ resource: RESOURCE, processors: [new BatchLogRecordProcessor({ exporter })] });
  const logger = provider.getLogger("forecasting-gateway");
  return {
    /** Queues one log line in pino's JSON format. */
    write(line: string): void {
      const { level, time, msg, trace: traceId, span: spanId, ...attributes } = JSON.parse(line);
      const [severityText, severityNumber] = SEVERITIES[level] ?? ["", SeverityNumber.UNSPECIFIED];
      const span = { traceId, spanId, traceFlags: TraceFlags.SAMPLED };
      logger.emit({
        timestamp: new Date(time),
        severityText,
        severityNumber,
        body: msg,
        attributes,
        context: traceId === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, span),
      });
    },
    /** Sends the queued lines and stops. */
    close: () => provider.shutdown(),
  };
}
