import { proxyFor } from "#server/base/proxy-for.ts";
import type { GatewayContext } from "./context.ts";

/** Logs a warning for each model whose requests a proxy can read, because only TLS hides them from it. */
export function warnOfReadingProxy({ config, log }: Pick<GatewayContext, "config" | "log">): void {
  for (const [variable, model] of Object.entries({ MODEL_URL: config.model, CANDIDATE_MODEL_URL: config.candidate })) {
    const url = model === undefined || model.adapter === "pool" ? undefined : new URL(model.url);
    if (url?.protocol === "http:" && proxyFor(url) !== undefined)
      log.warn(`${variable} is http:// and uses a proxy, which can read prompts, forecasts and the model's token`);
  }
}
