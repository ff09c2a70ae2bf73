import { inArray, sql } from "drizzle-orm";
import type { PredictionInput, PredictionRequest, Task } from "#lib/contract/request.ts";
import { changedContent, parseContent } from "#server/base/digest.ts";
import { erasures } from "#server/db/erasure-schema.ts";
import type { Database } from "#server/db/open.ts";
import { inputs, tasks } from "#server/db/schema.ts";

/** Returns the task or input with this id. Throws if it is missing, because content is never deleted. */
export type ReadContent<T> = (id: string) => T;

interface Subject {
  readonly taskId: string;
  readonly inputId: string;
}

/** Reads the tasks with these ids and returns a lookup function. */
export async function readTasks({ orm }: Pick<Database, "orm">, ids: Iterable<string>): Promise<ReadContent<Task>> {
  const rows = await orm
    .select({ id: tasks.taskId, canonical: tasks.canonical })
    .from(tasks)
    .where(inArray(tasks.taskId, [...new Set(ids)]));
  return lookUp(rows);
}

/** Reads the inputs with these ids and returns a lookup function. */
export async function readInputs(
  { orm }: Pick<Database, "orm">,
  ids: Iterable<string>,
): Promise<ReadContent<PredictionInput>> {
  const rows = await orm
    .select({ id: inputs.inputId, canonical: inputs.canonical })
    .from(inputs)
    .where(inArray(inputs.inputId, [...new Set(ids)]));
  return lookUp(rows);
}

/** Reads tasks and inputs, and returns a function that composes a request. */
export async function readRequests(
  database: Pick<Database, "orm">,
  model: string,
  subjects: readonly Subject[],
): Promise<(subject: Subject) => PredictionRequest> {
  const task = await readTasks(
    database,
    subjects.map(({ taskId }) => taskId),
  );
  const input = await readInputs(
    database,
    subjects.map(({ inputId }) => inputId),
  );
  return ({ taskId, inputId }) => ({ model, task: task(taskId), input: input(inputId) });
}

/** Returns the erasure of the task or of the input; undefined if neither was erased. */
export async function findErasure({ orm }: Pick<Database, "orm">, { taskId, inputId }: Subject) {
  const erased = sql`(select erased_by from tasks where task_id = ${taskId} union
    select erased_by from inputs where input_id = ${inputId})`;
  return (await orm.select().from(erasures).where(sql`id in ${erased}`))[0];
}

/** SQL condition that a stored input matches its digest, or was erased. */
export const isIntact = sql<boolean>`${inputs.erasedBy} is not null or 'sha256:' || encode(sha256(${inputs.canonical}), 'hex') = ${inputs.inputId}`;

/** Returns the information cutoffs of these inputs without reading the inputs. */
export async function readCutoffs({ orm }: Pick<Database, "orm">, ids: Iterable<string>): Promise<ReadContent<string>> {
  const rows = await orm
    .select({ id: inputs.inputId, asOf: inputs.asOf, intact: isIntact })
    .from(inputs)
    .where(inArray(inputs.inputId, [...new Set(ids)]));
  const changed = rows.find(({ intact }) => !intact);
  if (changed !== undefined) throw changedContent(changed.id);
  return find(new Map(rows.map(({ id, asOf }) => [id, asOf])));
}

function lookUp<T>(rows: readonly { readonly id: string; readonly canonical: Buffer }[]): ReadContent<T> {
  return find(new Map(rows.map(({ id, canonical }) => [id, parseContent(id, canonical)])));
}

function find<T>(found: ReadonlyMap<string, T>): ReadContent<T> {
  return (id) => {
    const content = found.get(id);
    if (content === undefined) throw new Error(`the content ${id} is missing`);
    return content;
  };
}
