import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid } from "uuid";
import type { Role } from "#lib/domain/members.ts";
import { readConfig } from "#server/config/read-config.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { insertMember } from "#server/console/members/accounts.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { createGateway, type RunningGateway } from "#server/process/create-gateway.ts";
import { type ConsoleSession, openSession } from "#test/console-session.ts";
import { createDatabase, defaultsOf, onTestServer, type TestDatabase } from "#test/create-database.ts";
import { copyEmptyDatabase } from "#test/empty-database.ts";
import { answerRight, type FaultyModel, startFaultyModel } from "#test/faulty-model.ts";
import { ODD_FORMATS, STRICT } from "#test/foreign-databases.ts";
import { START } from "./catalog.ts";
import { type Clock, startClock } from "./clock.ts";
import { type Fault, FaultyClient } from "./faulty-client.ts";
import { FollowedLog, type LoggedEvent } from "./followed-log.ts";
import { SimulatedCandidate } from "./simulated-candidate.ts";
import { SimulatedQueue } from "./simulated-queue.ts";
import { whileRolledBack } from "./while-rolled-back.ts";

/** `foreign` is a PostgreSQL database for which its owner has set a strict isolation and odd formats. */
export const STORES = ["embedded", "postgresql", "foreign"] as const;
export type Store = (typeof STORES)[number];

/** The deadline of a prediction. Real time never reaches it. */
export const DEADLINE_MS = 30_000;

interface Backup {
  readonly folder: string;
  readonly database: TestDatabase | undefined;
  /** The last event in it. */
  readonly head: number;
}

/** A deployment in this process: a gateway on a real database, with a simulated clock, model and network. */
export class Deployment {
  readonly clock: Clock = startClock(START);
  readonly client = new FaultyClient(() => void this.#queue.close());
  readonly model: FaultyModel;
  readonly candidate: SimulatedCandidate;
  readonly store: Store;
  readonly folder = mkdtempSync(join(tmpdir(), "simulation-"));
  readonly dataDir = join(this.folder, "data");
  readonly archives = join(this.folder, "archives");
  readonly #databases: TestDatabase[] = [];
  #database: TestDatabase | undefined;
  #running: RunningGateway | undefined;
  #jobs: (() => Promise<void>)[] = [];
  #queue = new SimulatedQueue();
  #sessions = new Map<string, ConsoleSession>();
  #fault: Fault | undefined;
  readonly #log = new FollowedLog();
  backup: Backup | undefined;

  private constructor(store: Store, model: FaultyModel, candidate: SimulatedCandidate) {
    this.store = store;
    this.model = model;
    this.candidate = candidate;
  }

  static async open(store: Store): Promise<Deployment> {
    const deployment = new Deployment(store, await startFaultyModel(), await SimulatedCandidate.open());
    if (store === "embedded") await copyEmptyDatabase(deployment.dataDir);
    else deployment.#database = await deployment.#createDatabase();
    await deployment.start();
    // An erasure empties the finished jobs of the queue, which is simulated.
    await deployment.gateway.database.pool.query("create schema pgboss");
    await deployment.gateway.database.pool.query(
      "create table pgboss.job (id uuid, data text, output text, state text)",
    );
    return deployment;
  }

  get gateway(): ConsoleContext {
    if (this.#running === undefined) throw new Error("the gateway does not run");
    return this.#running.gateway;
  }

  async start(): Promise<void> {
    this.client.recover();
    const config = readConfig({
      DATA_DIR: this.dataDir,
      LOG_LEVEL: "silent",
      RATE_LIMIT_PER_MINUTE: "1000000",
      CHANGES_PER_MINUTE: "1000000",
      DATABASE_TIMEOUT_MS: "30000",
      MODEL_ADAPTER: "http",
      MODEL_URL: this.model.url,
      MODEL_DEADLINE_MS: String(DEADLINE_MS),
      ...this.candidate.settings,
      ...(this.#database === undefined ? {} : { DATABASE_URL: this.#database.url }),
    });
    this.#jobs = [];
    this.#queue = new SimulatedQueue();
    this.#running = await createGateway(config, {
      now: () => new Date(this.clock.wall),
      repeat: (work) => {
        this.#jobs.push(work);
        return () => {};
      },
      openQueue: async () => this.#queue,
    });
  }

  /** Stops in good order. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    this.#sessions.clear();
    await running?.close();
  }

  /** Ends the process at once: it sends no further statement. */
  async crash(): Promise<void> {
    this.client.crash();
    await this.stop();
  }

  async close(): Promise<void> {
    if (this.#running !== undefined) await this.stop();
    this.client.restore();
    this.clock.release();
    await this.model.leave();
    await this.candidate.leave();
    for (const database of this.#databases) await database.drop();
    rmSync(this.folder, { recursive: true });
  }

  /** The next operation meets this fault, if it sends enough statements. */
  arm(fault: Fault): void {
    this.#fault = fault;
  }

  get isArmed(): boolean {
    return this.#fault !== undefined;
  }

  /** Runs one operation of the gateway with the armed fault. After a crash the gateway is started again. */
  async run<T>(
    work: () => Promise<T>,
  ): Promise<{ readonly result: T; readonly hit: boolean; readonly crashed: boolean }> {
    const fault = this.#fault;
    this.#fault = undefined;
    const ran = await this.client.run(fault, work);
    const { crashed } = this.client;
    if (crashed) {
      await this.crash();
      await this.start();
    }
    return { ...ran, crashed };
  }

  /** Runs every periodic job once. */
  async runJobs(): Promise<void> {
    for (const job of this.#jobs) await job();
  }

  /** Runs the evaluations. The model answers correctly. */
  async runQueue(): Promise<void> {
    this.model.behave(answerRight);
    await this.#queue.run();
  }

  async session(memberId: string): Promise<ConsoleSession> {
    const known = this.#sessions.get(memberId);
    if (known !== undefined) return known;
    const opened = await openSession({ gateway: this.gateway }, memberId);
    this.#sessions.set(memberId, opened);
    return opened;
  }

  hasSession(memberId: string): boolean {
    return this.#sessions.has(memberId);
  }

  forgetSession(memberId: string): void {
    this.#sessions.delete(memberId);
  }

  async addMember(role: Role): Promise<string> {
    const { database, events } = this.gateway;
    const id = uuid();
    const email = `${id}@example.com`;
    await inTransaction(database, async (transaction) => {
      await insertMember(this.gateway, transaction, { id, name: role, role, email, passwordHash: "" });
      const actor = { type: "system", id: "simulation" } as const;
      await events.appendIn(transaction, actor, {
        kind: "member.added",
        member_id: id,
        role,
        address: email,
      });
    });
    return id;
  }

  /**
   * Reads the events since the last call, including those of the candidate, which works in the background. Throws if
   * they do not continue the chain.
   */
  async readNewEvents(): Promise<readonly LoggedEvent[]> {
    await this.candidate.settle(this.gateway);
    return this.#log.readNew(this.gateway.database);
  }

  get lastSeq(): number {
    return this.#log.lastSeq;
  }

  async backUp(): Promise<void> {
    await this.stop();
    const folder = mkdtempSync(join(this.folder, "backup-"));
    if (this.#database === undefined) cpSync(join(this.dataDir, "database"), folder, { recursive: true });
    const database = this.#database && (await this.#createDatabase(this.#database));
    this.backup = { folder, database, head: this.lastSeq };
    await this.start();
  }

  /**
   * Restores the backup and starts. If the start is refused, brings back what was there before and returns the reason.
   */
  async restore({ folder, database }: Backup): Promise<string | undefined> {
    await this.stop();
    const data = join(this.dataDir, "database");
    const before = mkdtempSync(join(this.folder, "before-"));
    const previous = this.#database;
    const replace = (from: string) => {
      rmSync(data, { recursive: true });
      cpSync(from, data, { recursive: true });
    };
    if (database === undefined) {
      cpSync(data, before, { recursive: true });
      replace(folder);
    } else this.#database = await this.#createDatabase(database);
    try {
      await this.start();
      return undefined;
    } catch (error) {
      if (database === undefined) replace(before);
      this.#database = previous;
      await this.start();
      return String(error);
    }
  }

  /** Restores the backup of a PostgreSQL database under the running gateway, calls `work`, and undoes it. */
  async whileRolledBack<T>({ database }: Backup, work: () => Promise<T>): Promise<T> {
    if (this.#database === undefined || database === undefined) throw new Error("there is no PostgreSQL database");
    return whileRolledBack(this.#database, database, work);
  }

  async #createDatabase(template?: TestDatabase): Promise<TestDatabase> {
    const database = await createDatabase(template);
    this.#databases.push(database);
    const settings = this.store === "foreign" ? { ...STRICT, ...ODD_FORMATS } : {};
    const name = new URL(database.url).pathname.slice(1);
    for (const statement of defaultsOf(`database ${name}`, settings)) await onTestServer(statement);
    return database;
  }
}
