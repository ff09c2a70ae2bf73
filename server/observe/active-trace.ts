import { AsyncLocalStorage } from "node:async_hooks";

/** The trace of a request in the W3C Trace Context format. Spans contain no request content. */
export interface RequestTrace {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits; identifies the request's span. */
  readonly spanId: string;
  /** Returns the HTTP headers that continue the trace in another process. */
  headers(): Record<string, string>;
  /** Records a child span while `work` runs. Within `work`, traceHeaders() refers to the child span. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  end(answer: { readonly requestId: string; readonly status: number; readonly code: string }): void;
}

/**
 * The trace is stored on globalThis, because Next bundles its own copy of this module and both copies must share it.
 */
const KEY = Symbol.for("forecasting-gateway.active-trace");
const known: unknown = Reflect.get(globalThis, KEY);
const active: AsyncLocalStorage<RequestTrace> = known instanceof AsyncLocalStorage ? known : new AsyncLocalStorage();
Reflect.set(globalThis, KEY, active);

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
