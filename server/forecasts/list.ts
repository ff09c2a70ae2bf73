import { and, desc, eq, gte, lt } from "drizzle-orm";
import { given } from "#server/db/given.ts";
import type { Database } from "#server/db/open.ts";
import { events, tasks } from "#server/db/schema.ts";
import { readAnswered } from "./read-answered.ts";

export interface ForecastFilter {
  readonly taskId?: string | undefined;
  readonly release?: string | undefined;
  /** ISO 8601; forecasts made from here, and before there. */
  readonly from?: string | undefined;
  readonly before?: string | undefined;
  /** The `next` of the page before. */
  readonly after?: number | undefined;
  readonly limit: number;
}

export interface ListedForecast {
  readonly requestId: string;
  readonly seq: number;
  readonly taskId: string;
  readonly inputId: string;
  readonly instructions: string;
  readonly release: string;
  readonly modelVersion: string;
  readonly choice: string;
  readonly probabilities: Readonly<Record<string, number>>;
  readonly generatedAt: string;
  readonly askedBy: string;
}

export interface ForecastPage {
  readonly forecasts: readonly ListedForecast[];
  readonly next: number | null;
}

/** Recorded forecasts, the newest first. */
export async function listForecasts(database: Database, filter: ForecastFilter): Promise<ForecastPage> {
  const rows = await database.orm
    .select({ seq: events.seq, body: events.body, task: tasks.canonical })
    .from(events)
    .innerJoin(tasks, eq(tasks.taskId, events.taskId))
    .where(
      and(
        eq(events.kind, "prediction.answered"),
        given(filter.taskId, (taskId) => eq(events.taskId, taskId)),
        given(filter.release, (release) => eq(events.release, release)),
        given(filter.from, (from) => gte(events.at, new Date(from))),
        given(filter.before, (before) => lt(events.at, new Date(before))),
        given(filter.after, (after) => lt(events.seq, after)),
      ),
    )
    .orderBy(desc(events.seq))
    .limit(filter.limit + 1);
  const page = rows.slice(0, filter.limit).map(({ seq, body, task }) => {
    const event = readAnswered(body);
    return {
      requestId: event.request_id,
      seq,
      taskId: event.task_id,
      inputId: event.input_id,
      instructions: JSON.parse(task.toString()).instructions,
      release: event.release,
      modelVersion: event.model_version,
      choice: event.result.choice,
      probabilities: event.result.probabilities,
      generatedAt: event.generated_at,
      askedBy: event.actor.name,
    };
  });
  return { forecasts: page, next: rows.length > filter.limit ? (page.at(-1)?.seq ?? null) : null };
}
