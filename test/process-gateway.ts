import type { RunningGateway } from "#server/process/create-process.ts";

/** Where route handlers look for the gateway of their process. */
const KEY = Symbol.for("forecasting-gateway.wired");

/** Has route handlers in this process answer for `wired`, until the test file ends. */
export function setProcessGateway(wired: Pick<RunningGateway, "gateway" | "auth">): void {
  Reflect.set(globalThis, KEY, Promise.resolve(wired));
}

export function forgetProcessGateway(): void {
  Reflect.deleteProperty(globalThis, KEY);
}
