import type { SearchParams } from "#lib/console/filter.ts";
import { auditList, forecastList } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import type { listForecasts } from "#server/console/forecasts/list-forecasts.ts";
import type { ConsoleClient } from "../test/console-client.ts";

export interface ListPage {
  readonly name: string;
  readonly path: string;
}

/** Every list page: without a filter, with each filter (both with and without matches), and further down the list. */
export async function listPages(session: ConsoleClient): Promise<ListPage[]> {
  const page = (await session.query("forecasts.list", { limit: 200 })) as Awaited<ReturnType<typeof listForecasts>>;
  const { forecasts } = page;
  const first = forecasts[0];
  const last = forecasts.at(-1);
  if (first === undefined || last === undefined)
    throw new Error("There are no forecasts yet. Run npm run seed to create some.");
  const nowhere = `sha256:${"0".repeat(64)}`;
  const day = new Date(Date.parse(first.generatedAt) - 60 * 86_400_000).toISOString().slice(0, 10);
  const middle = String(Math.floor(first.seq / 2));
  const forecastsWith = (filters: SearchParams) => forecastList.href(forecastList.parse(filters));
  const auditLogWith = (filters: SearchParams) => auditList.href(auditList.parse(filters));
  return [
    { name: "overview", path: routes.overview },
    { name: "system", path: routes.system },
    { name: "forecasts", path: forecastsWith({}) },
    { name: "forecasts, later page", path: forecastsWith({ after: middle }) },
    { name: "forecasts by task", path: forecastsWith({ task: first.taskId }) },
    { name: "forecasts by task, no match", path: forecastsWith({ task: nowhere }) },
    { name: "forecasts by release", path: forecastsWith({ release: first.release }) },
    { name: "forecasts by release, no match", path: forecastsWith({ release: "service-r12-a" }) },
    { name: "forecasts by option", path: forecastsWith({ option: first.choice }) },
    { name: "forecasts by option, no match", path: forecastsWith({ option: "no_such_option" }) },
    { name: "forecasts by text", path: forecastsWith({ text: first.instructions.slice(0, 20) }) },
    { name: "forecasts by text, no match", path: forecastsWith({ text: "no such words" }) },
    { name: "forecasts by date", path: forecastsWith({ from: day, before: day }) },
    {
      name: "forecasts by start date and option, no match",
      path: forecastsWith({ from: day, option: "no_such_option" }),
    },
    { name: "one forecast", path: routes.forecast(first.requestId) },
    { name: "comparison of two forecasts", path: routes.compare([first.requestId, last.requestId]) },
    { name: "forecasts of a task over time", path: routes.overTime(first.taskId) },
    { name: "outcomes", path: routes.outcomes() },
    { name: "outcomes, confirmed", path: routes.outcomes({ state: "confirmed" }) },
    { name: "track record", path: routes.trackRecord() },
    { name: "track record of a model version", path: routes.trackRecord({ by: "version", of: first.modelVersion }) },
    { name: "track record, observations", path: routes.observationRecord },
    { name: "track record, forecasts of a bin", path: routes.trackRecord({ bin: "9" }) },
    { name: "sources", path: routes.sources() },
    { name: "audit log", path: auditLogWith({}) },
    { name: "audit log, later page", path: auditLogWith({ after: middle }) },
    { name: "audit log, all events", path: auditLogWith({ show: "everything" }) },
    { name: "audit log, reviews", path: auditLogWith({ show: "reviews" }) },
    { name: "audit log, API keys", path: auditLogWith({ show: "credentials" }) },
    { name: "audit log, members", path: auditLogWith({ show: "members" }) },
    { name: "audit log by error code", path: auditLogWith({ code: "FUTURE_INPUT" }) },
    { name: "audit log by error code, no match", path: auditLogWith({ code: "INVALID_MODEL_TIMING" }) },
    { name: "audit log by request", path: auditLogWith({ request: first.requestId }) },
    { name: "audit log by member, no match", path: auditLogWith({ who: "nobody" }) },
    { name: "audit log, all events by member, no match", path: auditLogWith({ show: "everything", who: "nobody" }) },
    { name: "audit log by task", path: auditLogWith({ task: first.taskId }) },
    { name: "audit log by release, no match", path: auditLogWith({ release: "service-r12-a" }) },
    { name: "audit log by date", path: auditLogWith({ from: day, before: day }) },
    { name: "submissions, own", path: routes.submissions() },
    { name: "submissions, all", path: routes.submissions({ whose: "all" }) },
    { name: "submissions by status", path: routes.submissions({ whose: "all", status: "rejected" }) },
    { name: "review queue", path: routes.review() },
    { name: "drafts", path: routes.compose },
    { name: "a draft", path: routes.draft("0198c9a0-0000-7000-8000-000000000000") },
    { name: "API keys", path: routes.credentials },
    { name: "members", path: routes.members },
  ];
}
