import { mkdirSync } from "node:fs";
import fc from "fast-check";
import { expect } from "vitest";
import { archiveMonths } from "#server/audit/archive/archive-months.ts";
import { applyEvents } from "./apply-events.ts";
import { checkDeployment } from "./check-deployment.ts";
import { command } from "./command.ts";
import { findCaller, type Prediction } from "./expect-answers.ts";
import { FAULTS } from "./faulty-client.ts";
import { loseOwedKeys, operate, readEvents, tidyKeys } from "./perform.ts";
import { sendPrediction } from "./send-prediction.ts";
import { submissionsToRenew } from "./specification.ts";

/** Operations, clock changes and faults. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Only months that ended two days ago are archived. */
const YOUNGEST_MS = 2 * DAY_MS;

const STEPS = { minute: MINUTE_MS, hour: 60 * MINUTE_MS, day: DAY_MS, month: 31 * DAY_MS };

const wait = command({
  name: "wait",
  weight: 4,
  parameters: fc.record({ step: fc.constantFrom(...Object.values(STEPS)), count: fc.integer({ min: 1, max: 3 }) }),
  async run(_, { clock }, { step, count }) {
    clock.pass(step * count);
  },
});

/** Sets the clock, as an operator or a time server does; no time passes. */
const setClock = command({
  name: "set the clock",
  weight: 1,
  parameters: fc.record({ step: fc.constantFrom(...Object.values(STEPS)), count: fc.constantFrom(-2, -1, 1, 2) }),
  async run(_, { clock }, { step, count }) {
    clock.wall += step * count;
  },
});

/** A member's change sends up to 15 statements. */
const fault = command({
  name: "fault",
  weight: 8,
  parameters: fc.record({ kind: fc.constantFrom(...FAULTS), after: fc.nat(14) }),
  async run(_, deployment, parameters) {
    deployment.arm(parameters);
  },
});

const none = fc.constant({});

/** Archives every month that may be archived. Months often pass first, because operators archive after a quiet time. */
const archive = command({
  name: "archive",
  weight: 2,
  parameters: fc.record({ months: fc.nat(2) }),
  async run(specification, deployment, { months }) {
    const { archives, clock } = deployment;
    clock.pass(months * STEPS.month);
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
  },
});

const restart = command({
  name: "restart",
  weight: 2,
  parameters: fc.record({ crash: fc.boolean() }),
  async run(specification, deployment, { crash }) {
    if (crash) loseOwedKeys(specification);
    else tidyKeys(specification, deployment);
    await (crash ? deployment.crash() : deployment.stop());
    await deployment.start();
    expect(await readEvents(specification, deployment)).toEqual([]);
  },
});

/** The events are those of running evaluations, which end unless a fault prevents it. */
const runJobs = command({
  name: "background jobs",
  weight: 3,
  parameters: none,
  async run(specification, deployment) {
    const { hit } = await operate(specification, deployment, async () => {
      await deployment.runJobs();
      await deployment.runQueue();
    });
    tidyKeys(specification, deployment, { hit });
    const running = specification.evaluations.filter(({ status }) => status === "running");
    const added = await readEvents(specification, deployment);
    for (const { event } of added) {
      expect(running.map(({ id }) => id)).toContain(Reflect.get(event, "evaluation_id"));
    }
    applyEvents(specification, added);
    if (hit) return;
    expect(running.filter(({ status }) => status === "running")).toEqual([]);
    expect(submissionsToRenew(specification, deployment.clock.wall)).toEqual([]);
  },
});

const backUp = command({
  name: "back up",
  weight: 2,
  parameters: none,
  async run(specification, deployment) {
    tidyKeys(specification, deployment);
    await deployment.backUp();
    expect(await readEvents(specification, deployment)).toEqual([]);
  },
});

/** A backup without the last events is refused, because a checkpoint names them. */
const restore = command({
  name: "restore",
  weight: 1,
  parameters: none,
  async run(specification, deployment) {
    const { backup, lastSeq } = deployment;
    if (backup === undefined) return;
    tidyKeys(specification, deployment);
    const refusal = await deployment.restore(backup);
    if (backup.head === lastSeq) expect(refusal).toBeUndefined();
    else expect(refusal).toContain("The database has lost events.");
    expect(await readEvents(specification, deployment)).toEqual([]);
  },
});

const VALID: Prediction = {
  content: { question: 0, input: 0 },
  caller: 0,
  apiKey: 0,
  idempotencyKey: undefined,
  model: "right",
  isValid: true,
};

/**
 * An operator restores an older backup while the gateway runs. The gateway notices if a checkpoint names a lost event,
 * and records nothing until the right database is back.
 */
const restoreUnderGateway = command({
  name: "restore under the running gateway",
  weight: 2,
  parameters: none,
  async run(specification, deployment) {
    const { backup, gateway, store } = deployment;
    if (store === "embedded" || backup === undefined) return;
    await deployment.runJobs();
    tidyKeys(specification, deployment);
    if (((await gateway.tree.readLast())?.size ?? 0) <= backup.head) return;
    const caller = findCaller(specification, VALID, deployment.clock.wall);
    await deployment.whileRolledBack(backup, async () => {
      await deployment.runJobs();
      if (caller === undefined || caller.isMember || !caller.mayCall) return;
      const { code } = await sendPrediction(deployment, caller, VALID);
      // The API key may be younger than the backup.
      expect(["AUDIT_UNAVAILABLE", "UNAUTHORIZED"]).toContain(code);
    });
    await deployment.runJobs();
    expect(await readEvents(specification, deployment)).toEqual([]);
  },
});

const check = command({ name: "check", weight: 2, parameters: none, run: checkDeployment });

export const OPERATIONS = [
  wait,
  setClock,
  fault,
  archive,
  restart,
  runJobs,
  backUp,
  restore,
  restoreUnderGateway,
  check,
];
