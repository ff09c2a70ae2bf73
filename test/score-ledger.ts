import fc from "fast-check";
import { v7 as uuid } from "uuid";
import type { JsonObject } from "#lib/contract/json.ts";
import type { PredictionRequest } from "#lib/contract/request.ts";
import type { Member, Role } from "#lib/domain/members.ts";
import { vectorOf } from "#lib/stats/distribution.ts";
import { identify } from "#server/base/digest.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { confirmOutcome } from "#server/console/outcomes/confirm-outcome.ts";
import { recordOutcome } from "#server/console/outcomes/record-outcome.ts";
import { approveAll, readExample } from "./start-gateway.ts";

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
const EVENT = Date.parse("2026-06-20T00:00:00Z");
/** The information cutoffs of a question's two inputs. The first has reference forecasts. */
export const CUTOFFS = ["2026-02-01T00:00:00Z", "2026-03-10T06:00:00+02:00"] as const;

const share = fc.integer({ min: 0, max: 20 });
/** Weights of the options. May include zeros, to which the probability floor of the log score applies. */
const weights = fc.array(share, { minLength: 2, maxLength: 5 }).filter((all) => all.some(Boolean));

/** A question with its forecasts, its outcome and a correction. Times are relative, and indexes stand for options. */
const questionArbitrary = weights.chain((first) => {
  const shares = fc.array(share, { minLength: first.length, maxLength: first.length });
  const some = shares.filter((all) => all.some(Boolean));
  const candidate = fc.record({
    shares: some,
    version: fc.constantFrom("c@1", "c@2"),
    /** Hours after the forecast; the outcome may be decided in between. */
    later: fc.constantFrom(0, 0, 40),
    training_cutoff: fc.constantFrom(undefined, undefined, "2026-02"),
  });
  const forecast = fc.record({
    shares: some,
    hoursBefore: fc.integer({ min: -30, max: 900 }),
    input: fc.constantFrom(0 as const, 1 as const),
    version: fc.constantFrom("r@1", "r@2"),
    repeated: fc.constantFrom(1, 1, 1, 9),
    /** Lies after the first information cutoff and before the second. */
    training_cutoff: fc.constantFrom(undefined, undefined, "2026-02"),
    candidate: fc.option(candidate),
  });
  return fc.record({
    options: fc.constant(first.map((_, index) => `option_${index}`)),
    counts: fc.option(shares),
    crowd: fc.option(some),
    forecasts: fc.array(forecast, { maxLength: 4 }),
    /** Forecasts made after the confirmation. */
    after: fc.integer({ min: 0, max: 2 }),
    outcome: fc.constantFrom("option", "option", "option", "void", "unconfirmed", "none"),
    happened: fc.nat({ max: first.length - 1 }),
    correction: fc.option(
      fc.record({ happened: fc.option(fc.nat({ max: first.length - 1 })), hoursEarlier: fc.constantFrom(0, 200) }),
      { freq: 2 },
    ),
    monthsEarlier: fc.integer({ min: 0, max: 2 }),
    /** Days from the outcome to the resolution date. */
    daysEarly: fc.constantFrom(0, 0, 3, 40, 700),
    tagged: fc.boolean(),
  });
});

type Question = typeof questionArbitrary extends fc.Arbitrary<infer Q> ? Q : never;

export const ledgerArbitrary = fc.array(questionArbitrary, { minLength: 1, maxLength: 3 });

export interface MadeForecast {
  readonly requestId: string;
  readonly p: Readonly<Record<string, number>>;
  readonly at: number;
  readonly input: 0 | 1;
  readonly version: string;
  readonly training_cutoff?: string | undefined;
  /** The candidate's answer. */
  readonly candidate?: Omit<MadeForecast, "candidate" | "input"> | undefined;
}

export interface Made {
  readonly question: Question;
  readonly taskId: string;
  readonly forecasts: readonly MadeForecast[];
  readonly resolvesAt: number;
  /** The confirmed outcome. */
  readonly confirmed: { readonly option: string | null; readonly happenedAt: number } | undefined;
}

export function distribution(options: readonly string[], numbers: readonly number[]): Record<string, number> {
  const total = numbers.reduce((sum, one) => sum + one, 0);
  return Object.fromEntries(options.map((option, index) => [option, (numbers[index] ?? 0) / total]));
}

export async function readMember({ database }: ConsoleContext, role: Role): Promise<Member> {
  const { rows } = await database.pool.query("select id, name, email, role from members where role = $1", [role]);
  return { ...rows[0], sessionId: "" };
}

/** Creates a question with its approvals, forecasts, outcome and correction. */
export async function makeQuestion(
  gateway: ConsoleContext,
  { recorder, confirmer }: Readonly<Record<"recorder" | "confirmer", Member>>,
  question: Question,
): Promise<Made> {
  const { options, outcome, correction } = question;
  const happenedAt = EVENT - question.monthsEarlier * 30 * DAY;
  const resolvesAt = happenedAt + question.daysEarly * DAY;
  const instructions = `Question ${uuid()}?`;
  const resolves_at = new Date(resolvesAt).toISOString();
  const requests = CUTOFFS.map((as_of, index) => {
    const { task, input, ...request } = requestOf(question, instructions, resolves_at);
    return { ...request, task, input: { as_of, context: index === 0 ? input.context : [] } };
  });
  await approveAll(gateway, requests);
  const taskId = identify(Object(requests[0]?.task)).id;
  if (question.tagged)
    await gateway.database.pool.query("insert into tags (task_id, tag, active) values ($1, 'pilot', true)", [taskId]);
  const forecasts = question.forecasts.flatMap(({ shares, hoursBefore, repeated, candidate, ...rest }) =>
    Array.from({ length: repeated }, (): MadeForecast => {
      const at = happenedAt - hoursBefore * HOUR;
      const made = { ...rest, requestId: uuid(), p: distribution(options, shares), at };
      if (candidate === null) return made;
      const { later, ...answer } = candidate;
      const p = distribution(options, answer.shares);
      return { ...made, candidate: { ...answer, requestId: uuid(), p, at: at + later * HOUR } };
    }),
  );
  const append = async (all: readonly MadeForecast[]) => {
    for (const one of all)
      await appendForecast(gateway, taskId, identify(Object(requests[one.input]?.input)).id, options, one);
  };
  await append(forecasts);
  let confirmed: Made["confirmed"];
  if (outcome !== "none") {
    const option = outcome === "void" ? null : (options[question.happened] ?? null);
    const entry = { taskId, source: "s", beforeFirstForecast: true };
    const given = { option, happenedAt: new Date(happenedAt).toISOString() };
    const { id } = await recordOutcome(gateway, recorder, { ...entry, ...given });
    if (outcome !== "unconfirmed") {
      await confirmOutcome(gateway, confirmer, id);
      confirmed = { option, happenedAt };
      if (correction !== null) {
        const corrected = correction.happened === null ? null : (options[correction.happened] ?? null);
        const at = happenedAt - correction.hoursEarlier * HOUR;
        const changed = { option: corrected, happenedAt: new Date(at).toISOString(), corrects: id };
        const { id: second } = await recordOutcome(gateway, recorder, { ...entry, ...changed });
        await confirmOutcome(gateway, confirmer, second, { beforeFirstForecast: true });
        confirmed = { option: corrected, happenedAt: at };
      }
    }
  }
  const late = Array.from({ length: question.after }, () => {
    const p = distribution(
      options,
      options.map(() => 1),
    );
    return { requestId: uuid(), p, at: happenedAt + HOUR, input: 0 as const, version: "r@1" };
  });
  await append(late);
  return { question, taskId, forecasts: [...forecasts, ...late], resolvesAt, confirmed };
}

function requestOf({ options, counts, crowd }: Question, instructions: string, resolves_at: string): PredictionRequest {
  const example = readExample("binary");
  const numbers = (all: readonly number[]) =>
    Object.fromEntries(options.map((option, index) => [option, all[index] ?? 0]));
  const observation = (data: JsonObject) => ({
    type: "structured" as const,
    data,
    observed_at: "2026-01-01T00:00:00Z",
  });
  const context = [
    ...(counts === null ? [] : [observation({ kind: "counts", reference_class: "c", counts: numbers(counts) })]),
    ...(crowd === null
      ? []
      : [observation({ kind: "forecast", source: "crowd", probabilities: distribution(options, crowd) })]),
  ];
  return {
    model: example.model,
    task: {
      ...example.task,
      instructions,
      criteria: Object.fromEntries(options.map((option) => [option, null])),
      resolution: { criteria: "It is so.", resolves_at },
    },
    input: { as_of: "", context },
  };
}

/** Records a forecast and the candidate's answer in the audit log. */
export async function appendForecast(
  gateway: ConsoleContext,
  task_id: string,
  input_id: string,
  options: readonly string[],
  forecast: MadeForecast,
): Promise<void> {
  const zero = { model_queue_ms: 0, inference_ms: 0, load_ms: 0, cold_start: false };
  const none = { gateway_queue_ms: 0, gateway_total_ms: 0, cache_hit: false, client_end_to_end_ms: null } as const;
  const contentOf = ({ requestId, p, at, version, training_cutoff }: Omit<MadeForecast, "input">) => ({
    request_id: requestId,
    release: "r",
    task_id,
    input_id,
    model_version: version,
    probabilities: vectorOf(p, [...options].sort()),
    choice: [...options].sort().indexOf(options[0] ?? ""),
    generated_at: new Date(at).toISOString(),
    ...(training_cutoff === undefined ? {} : { training_cutoff }),
  });
  await gateway.events.append(
    { type: "credential", id: "c" },
    {
      kind: "prediction.answered",
      ...contentOf(forecast),
      order: options.map((one) => [...options].sort().indexOf(one)),
      timing: { ...zero, ...none },
      trace: null,
    },
  );
  if (forecast.candidate === undefined) return;
  await gateway.events.append(
    { type: "system", id: "candidate" },
    {
      kind: "candidate.answered",
      ...contentOf(forecast.candidate),
      prediction_id: forecast.requestId,
      timing: zero,
    },
  );
}
