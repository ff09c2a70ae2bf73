import type { IncomingHttpHeaders } from "node:http";
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";
import { type RequestTrace, runInTrace } from "./active-trace.ts";
import { exportTo, RESOURCE, reportFailures } from "./collector.ts";

export interface Tracing {
  /** Begins the span of a request. If the headers contain a W3C trace, the span continues the caller's trace. */
  begin(headers: IncomingHttpHeaders): RequestTrace;
  /** Sends the buffered spans and stops. */
  close(): Promise<void>;
}

/**
 * Exports spans to an OpenTelemetry collector by OTLP over HTTP. `ratio` is the sampling ratio, 0..1, of traces that
 * begin in the gateway; a trace begun by the caller is sampled if the caller samples it.
 */
export function createTracing(url: string, ratio: number, log: Logger): Tracing {
  const exporter = reportFailures(new OTLPTraceExporter(exportTo(url)), log);
  const provider = new TracerProvider({
    resource: RESOURCE,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer("forecasting-gateway");
  const propagator = new W3CTraceContextPropagator();

  function continueIn(context: Context, span: Span): RequestTrace {
    const within = trace.setSpan(context, span);
    const { traceId, spanId } = span.spanContext();
    return {
      traceId,
      spanId,
      headers() {
        const headers: Record<string, string> = {};
        propagator.inject(within, headers, defaultTextMapSetter);
        return headers;
      },
      async step(name, work) {
        const child = tracer.startSpan(name, { kind: SpanKind.CLIENT }, within);
        try {
          return await runInTrace(continueIn(within, child), work);
        } catch (error) {
          child.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          child.end();
        }
      },
      end({ requestId, status, code }) {
        span.setAttributes({
          "http.response.status_code": status,
          "gateway.code": code,
          "gateway.request_id": requestId,
        });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  return {
    begin(headers) {
      const context = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const attributes = { "http.request.method": "POST", "http.route": "/v1/predict" };
      return continueIn(context, tracer.startSpan("POST /v1/predict", { kind: SpanKind.SERVER, attributes }, context));
    },
    close: () => provider.shutdown(),
  };
}
