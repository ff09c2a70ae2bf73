import type { ConsoleContext } from "#server/console/context.ts";
import type { Model } from "#server/models/model.ts";

export interface ModelWatch {
  readonly change: (gateway: ConsoleContext) => ConsoleContext;
  started(): number;
  /** Runs `work` at the start of the next inference; the inference waits for it. */
  during(work: () => Promise<void> | void): void;
}

export function watchModel(): ModelWatch {
  let count = 0;
  let next: () => Promise<void> | void = () => {};
  return {
    change(gateway) {
      const forecast: Model["forecast"] = async (...args) => {
        count++;
        const work = next;
        next = () => {};
        await work();
        return gateway.model.forecast(...args);
      };
      return { ...gateway, model: { ...gateway.model, forecast } };
    },
    started: () => count,
    during(work) {
      next = work;
    },
  };
}
