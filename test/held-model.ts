import type { ConsoleContext } from "#server/console/context.ts";
import type { Model } from "#server/models/model.ts";

/** Wraps the embedded model, so that a test can count inferences, block them or make them fail. */
export interface HeldModel {
  /** Pass as the second argument of startGateway(). */
  readonly change: (real: ConsoleContext) => ConsoleContext;
  begun(): number;
  /** Blocks later inferences until `release` is called. */
  hold(): void;
  release(): void;
  /** Makes later inferences reject with this error; undefined makes them succeed. */
  fail(error: Error | undefined): void;
}

export function holdModel(): HeldModel {
  let begun = 0;
  let gate = Promise.withResolvers<void>();
  let failure: Error | undefined;
  gate.resolve();
  return {
    change: (real) => {
      const forecast: Model["forecast"] = async (...args) => {
        begun++;
        const [, signal] = args;
        await Promise.race([gate.promise, new Promise((_, reject) => signal.addEventListener("abort", reject))]);
        if (failure !== undefined) throw failure;
        return real.model.forecast(...args);
      };
      return { ...real, model: { ...real.model, forecast } };
    },
    begun: () => begun,
    hold() {
      gate = Promise.withResolvers();
    },
    release: () => gate.resolve(),
    fail(error) {
      failure = error;
    },
  };
}
