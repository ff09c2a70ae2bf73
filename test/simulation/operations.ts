import { mkdirSync } from "node:fs";
import fc from "fast-check";
import { expect } from "vitest";
import { archiveMonths } from "#server/audit/archive/archive-months.ts";
import { applyEvents } from "./apply-events.ts";
import { checkDeployment } from "./check-deployment.ts";
import type { Deployment } from "./deployment.ts";
import { FAULTS } from "./faulty-client.ts";
import { command, loseOwedKeys, operate, readEvents, tidyKeys } from "./perform.ts";
import type { Specification } from "./specification.ts";

/** Operations, clock changes and faults. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Only months that ended two days ago are archived. */
const YOUNGEST_MS = 2 * DAY_MS;

const STEPS = { minute: MINUTE_MS, hour: 60 * MINUTE_MS, day: DAY_MS, month: 31 * DAY_MS };

const waits = fc
  .record({ step: fc.constantFrom(...Object.values(STEPS)), count: fc.integer({ min: 1, max: 3 }) })
  .map((parameters) =>
    command(
      "wait",
      {
        async run(_, { clock }) {
          clock.pass(parameters.step * parameters.count);
        },
      },
      parameters,
    ),
  );

/** Sets the clock, as an operator or a time server does; no time passes. */
const jumps = fc
  .record({ step: fc.constantFrom(...Object.values(STEPS)), count: fc.constantFrom(-2, -1, 1, 2) })
  .map((parameters) =>
    command(
      "set the clock",
      {
        async run(_, { clock }) {
          clock.wall += parameters.step * parameters.count;
        },
      },
      parameters,
    ),
  );

/** A member's change sends up to 15 statements. */
const faults = fc.record({ kind: fc.constantFrom(...FAULTS), after: fc.nat(14) }).map((fault) =>
  command(
    "fault",
    {
      async run(_, deployment) {
        deployment.arm(fault);
      },
    },
    fault,
  ),
);

/** Archives every month that may be archived. */
async function archive(specification: Specification, deployment: Deployment): Promise<void> {
  const { archives, clock } = deployment;
  mkdirSync(archives, { recursive: true });
  const youngest = new Date(clock.wall - YOUNGEST_MS);
  const before = new Date(Date.UTC(youngest.getUTCFullYear(), youngest.getUTCMonth()));
  const { result, hit } = await operate(specification, deployment, () =>
    archiveMonths(deployment.gateway, archives, before).then((archived) => archived.map(({ file }) => file), String),
  );
  const added = await readEvents(specification, deployment);
  const files = added.map(({ event }) => (event.kind === "history.archived" ? event.file : event.kind));
  if (!hit) expect(files).toEqual(result);
  applyEvents(specification, added);
}

const archiving = fc.constant(command("archive", { run: archive }));

const restarts = fc.constantFrom("restart", "crash").map((kind) =>
  command(kind, {
    async run(specification, deployment) {
      if (kind === "crash") loseOwedKeys(specification);
      else tidyKeys(specification, deployment);
      await (kind === "crash" ? deployment.crash() : deployment.stop());
      await deployment.start();
      expect(await readEvents(specification, deployment)).toEqual([]);
    },
  }),
);

const jobs = fc.constant(
  command("background jobs", {
    async run(specification, deployment) {
      const { hit } = await operate(specification, deployment, () => deployment.runJobs());
      tidyKeys(specification, deployment, { hit });
      expect(await readEvents(specification, deployment)).toEqual([]);
    },
  }),
);

const backups = fc.constant(
  command("back up", {
    async run(specification, deployment) {
      tidyKeys(specification, deployment);
      await deployment.backUp();
      expect(await readEvents(specification, deployment)).toEqual([]);
    },
  }),
);

/** A backup without the last events is refused, because a checkpoint names them. */
const restores = fc.constant(
  command("restore", {
    async run(specification, deployment) {
      const { backup, lastSeq } = deployment;
      if (backup === undefined) return;
      tidyKeys(specification, deployment);
      const refusal = await deployment.restore(backup);
      if (backup.head === lastSeq) expect(refusal).toBeUndefined();
      else expect(refusal).toContain("The database has lost events.");
      expect(await readEvents(specification, deployment)).toEqual([]);
    },
  }),
);

const checks = fc.constant(command("check", { run: checkDeployment }));

export const OPERATIONS = [
  { weight: 4, arbitrary: waits },
  { weight: 1, arbitrary: jumps },
  { weight: 8, arbitrary: faults },
  { weight: 2, arbitrary: archiving },
  { weight: 2, arbitrary: restarts },
  { weight: 2, arbitrary: jobs },
  { weight: 1, arbitrary: backups },
  { weight: 1, arbitrary: restores },
  { weight: 2, arbitrary: checks },
] as const;
