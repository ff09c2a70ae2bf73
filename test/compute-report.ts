import type { Summary } from "#lib/scores/report.ts";
import type { QuoteFilter } from "#lib/scores/score-quotes.ts";
import { SourceRecord, TrackRecord, type TrackRecordReport } from "#lib/scores/track-record.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { readSettings } from "#server/console/scores/current-report.ts";
import { readRecordedQuestions } from "#server/console/scores/read-recorded-questions.ts";

type Gateway = Pick<ConsoleContext, "database" | "now">;

/** Computes the track record from the database in this thread, without storing it. */
export async function computeReport({ database, now }: Gateway): Promise<TrackRecordReport> {
  const record = new TrackRecord(await readSettings(database, now()));
  for await (const page of readRecordedQuestions(database)) for (const one of JSON.parse(page)) record.add(one);
  return record.report();
}

/** Computes the selected sources like computeReport(). */
export async function computeSelected({ database, now }: Gateway, filter: QuoteFilter): Promise<readonly Summary[]> {
  const record = new SourceRecord(await readSettings(database, now()), filter);
  for await (const page of readRecordedQuestions(database)) for (const one of JSON.parse(page)) record.add(one);
  return record.report();
}
