import type { ConsoleContext } from "#server/console/context.ts";
import type { Model } from "#server/models/model.ts";

/** The embedded model, but that a test counts inferences, holds them up and makes them fail. */
export interface HeldModel {
  /** For startGateway(). */
  readonly change: (real: ConsoleContext) => ConsoleContext;
  /** How many inferences have begun. */
  begun(): number;
  /** From now on, inferences wait until `release` is called. */
  hold(): void;
  release(): void;
  /** From now on, inferences reject with this error; undefined: they succeed. */
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
