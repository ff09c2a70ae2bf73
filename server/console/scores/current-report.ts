import { setTimeout } from "node:timers/promises";
import { and, eq, gt, inArray, notInArray } from "drizzle-orm";
import { CHANGES_OF_SCORES, FORECASTING } from "#lib/domain/audit-events.ts";
import { ENGINE_VERSION } from "#lib/scores/report.ts";
import type { RecordSettings, TrackRecordReport } from "#lib/scores/track-record.ts";
import { readLastSeq } from "#server/audit/log/read-events.ts";
import { sha256 } from "#server/base/digest.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { Computer } from "#server/console/reports/computer.ts";
import type { Database } from "#server/db/open.ts";
import { reports } from "#server/db/outcome-schema.ts";
import { events } from "#server/db/schema.ts";
import type { Work } from "#server/limits/work.ts";
import { readAliases } from "./read-aliases.ts";
import { readRecordedQuestions } from "./read-recorded-questions.ts";

export const NAME = "track-record";
const isCurrent = and(eq(reports.name, NAME), eq(reports.engine, ENGINE_VERSION));
const FIRST_TIME = "The scores are being computed for the first time with this release. Reload this page in a minute.";
/** Up to this number of forecasts, a report is computed before it is read; otherwise, the stored one is read meanwhile. */
const MAX_FORECASTS = 2_000;
/** Maximum time for which a reader waits. */
const WAIT_MS = 10_000;
/** A reader starts the computation of a larger report only if the last one ended this many times its duration ago. */
const REST = 10;

export interface Current {
  readonly report: TrackRecordReport;
  /** Whether a report with newer data is being computed. */
  readonly isUpdating: boolean;
}

type Stored = Omit<typeof reports.$inferSelect, "body">;

/**
 * The track record, computed by a worker thread and stored: every minute if newer data exist, and when it is read. Each
 * process may compute it; the latest one is stored.
 */
export class CurrentReport {
  readonly #database: Database;
  readonly #computer: Computer;
  readonly #now: () => Date;
  #read: { readonly digest: string; readonly report: TrackRecordReport } | undefined;
  #running: Promise<void> | undefined;
  #last = { tookMs: 0, endedAt: Number.NEGATIVE_INFINITY };

  constructor(database: Database, computer: Computer, now: () => Date) {
    this.#database = database;
    this.#computer = computer;
    this.#now = now;
  }

  /** Returns the stored report. If newer data exist, starts to compute another one, and waits for it if it is small. */
  async read({ aside }: Pick<Work, "aside">): Promise<Current> {
    const waited = setTimeout(WAIT_MS, true, { ref: false });
    let stored = await this.#readStored();
    while (await this.#isOutdated(stored)) {
      const isSmall = stored === undefined || countForecasts(await this.#parse(stored)) <= MAX_FORECASTS;
      if (!isSmall && !this.#isRested()) return { report: await this.#parse(stored), isUpdating: true };
      // A computation that was running already may lack the newest data.
      const ended = this.#compute().then(
        () => false,
        () => true,
      );
      if (!isSmall || (await aside(() => Promise.race([ended, waited])))) {
        return { report: await this.#parse(await this.#readStored()), isUpdating: true };
      }
      stored = await this.#readStored();
    }
    return { report: await this.#parse(stored), isUpdating: false };
  }

  /** Computes and stores the report if newer data exist. */
  async update(): Promise<void> {
    // A computation that is running may have begun before the newest data.
    await this.#running?.catch(() => {});
    if (await this.#isOutdated(await this.#readStored())) await this.#compute();
  }

  #isRested(): boolean {
    return this.#running !== undefined || performance.now() - this.#last.endedAt >= REST * this.#last.tookMs;
  }

  #compute(): Promise<void> {
    this.#running ??= this.#computeNow().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #computeNow(): Promise<void> {
    const startedAt = performance.now();
    const through = await readLastSeq(this.#database);
    const settings = await readSettings(this.#database, this.#now());
    const text = await this.#computer.record(settings, readRecordedQuestions(this.#database));
    const report: TrackRecordReport = JSON.parse(text);
    const { engine, seed, due } = report;
    const digest = sha256(text).toString("hex");
    const values = {
      engine,
      seed,
      through,
      computedAt: settings.now,
      due: due === null ? null : new Date(due),
      digest,
    };
    await this.#database.orm
      .insert(reports)
      .values({ name: NAME, ...values, body: Buffer.from(text) })
      .onConflictDoUpdate({ target: reports.name, set: { ...values, body: Buffer.from(text) } });
    this.#read = { digest, report };
    this.#last = { tookMs: performance.now() - startedAt, endedAt: performance.now() };
  }

  async #isOutdated(stored: Stored | undefined): Promise<boolean> {
    return stored === undefined || isOutdated(this.#database, stored, this.#now());
  }

  /** Returns undefined for the report of another engine, because it may have another form. */
  async #readStored(): Promise<Stored | undefined> {
    const { name, engine, seed, through, computedAt, due, digest } = reports;
    const columns = { name, engine, seed, through, computedAt, due, digest };
    const [stored] = await this.#database.orm.select(columns).from(reports).where(isCurrent);
    return stored;
  }

  async #parse(stored: Stored | undefined): Promise<TrackRecordReport> {
    if (stored !== undefined && this.#read?.digest === stored.digest) return this.#read.report;
    const [found] = await this.#database.orm.select().from(reports).where(isCurrent);
    if (found === undefined) throw new GatewayError("CONFLICT", { message: FIRST_TIME });
    const report: TrackRecordReport = JSON.parse(found.body.toString());
    this.#read = { digest: found.digest, report };
    return report;
  }
}

function countForecasts({ sections }: TrackRecordReport): number {
  const whole = sections.filter(({ dimension }) => ["all", "early", "retrospective"].includes(dimension));
  return whole.reduce((sum, { forecasts }) => sum + forecasts, 0);
}

export async function readSettings(database: Database, now: Date): Promise<RecordSettings> {
  const aliases = await readAliases(database);
  return { now, aliases: new Map(aliases.map(({ alias, source }) => [alias, source])) };
}

/** Whether newer data exist: an event that changes the record, or a question that has reached its resolution date. */
export async function isOutdated(database: Database, { through, due }: Pick<Stored, "through" | "due">, now: Date) {
  if (due !== null && due <= now) return true;
  // Forecasts are excluded because the index of the other events excludes them.
  const isChange = and(inArray(events.kind, [...CHANGES_OF_SCORES]), notInArray(events.kind, [...FORECASTING]));
  const isNewer = and(gt(events.seq, through), isChange);
  const [newer] = await database.orm.select({ seq: events.seq }).from(events).where(isNewer).limit(1);
  return newer !== undefined;
}
