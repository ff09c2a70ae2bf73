import { AsyncLocalStorage } from "node:async_hooks";

/** The trace that a request is part of, by W3C Trace Context. Spans hold no content of requests. */
export interface RequestTrace {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16, of the request's span. */
  readonly spanId: string;
  /** The headers that continue the trace in another process. */
  headers(): Record<string, string>;
  /** Records how long a part of the request took; within it, headers() name that part. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  end(answer: { readonly requestId: string; readonly status: number; readonly code: string }): void;
}

/** A global one, because Next bundles its own copy of this module. */
const KEY = Symbol.for("forecasting-gateway.active-trace");
const known: unknown = Reflect.get(globalThis, KEY);
const active: AsyncLocalStorage<RequestTrace> = known instanceof AsyncLocalStorage ? known : new AsyncLocalStorage();
Reflect.set(globalThis, KEY, active);

/** Runs `work` as part of a trace; just runs it without one. */
export function runInTrace<T>(trace: RequestTrace | undefined, work: () => T): T {
  return trace === undefined ? work() : active.run(trace, work);
}

export function traceHeaders(): Record<string, string> {
  return active.getStore()?.headers() ?? {};
}

export function traceStep<T>(name: string, work: () => Promise<T>): Promise<T> {
  const trace = active.getStore();
  return trace === undefined ? work() : trace.step(name, work);
}
