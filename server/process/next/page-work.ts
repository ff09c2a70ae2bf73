import { AsyncLocalStorage } from "node:async_hooks";
import { freeWork, type Work } from "#server/limits/work.ts";

/** Stored under a global symbol, because Next bundles its own copy of this module. */
const KEY = Symbol.for("forecasting-gateway.page-work");

function storage(): AsyncLocalStorage<Work> {
  const known: unknown = Reflect.get(globalThis, KEY);
  if (known instanceof AsyncLocalStorage) return known;
  const created = new AsyncLocalStorage<Work>();
  Reflect.set(globalThis, KEY, created);
  return created;
}

/** Renders a page as this work, so that the page's procedures stop when its reader leaves. */
export function inPageWork<T>(work: Work, render: () => Promise<T>): Promise<T> {
  return storage().run(work, render);
}

/** Returns the work of the page that is being rendered. */
export function pageWork(): Work {
  return storage().getStore() ?? freeWork();
}
