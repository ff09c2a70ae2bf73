import type { Event } from "#server/audit/log/event.ts";
import { createDatabase } from "#test/create-database.ts";
import { linesOf } from "#test/event-lines.ts";
import { openFolder } from "#test/open-folder.ts";

const SIZES = [1, 8, 32, 64];
const TIMES = 60;

/**
 * Measures the time that PostgreSQL takes to append a batch of audit events, in milliseconds per batch plus
 * milliseconds per event: a least-squares line through the median times of several batch sizes. `bytes` is the disk
 * space per event.
 */
export async function measureAppends(): Promise<{
  readonly batchMs: number;
  readonly eventMs: number;
  readonly bytes: number;
}> {
  const created = await createDatabase();
  const database = await openFolder("", created.url);
  try {
    const points: { readonly size: number; readonly ms: number }[] = [];
    for (const size of SIZES) {
      const took: number[] = [];
      for (let time = 0; time < TIMES; time++) {
        const lines = linesOf(Array.from({ length: size }, (_, index) => answered(time * size + index)));
        const start = performance.now();
        await database.pool.query({ name: "append", text: "select append_events($1)", values: [lines] });
        took.push(performance.now() - start);
      }
      points.push({ size, ms: took.sort((a, b) => a - b)[TIMES / 2] ?? 0 });
    }
    const { rows } = await database.pool.query(
      "select pg_total_relation_size('events') / count(*) as bytes from events",
    );
    return { ...fitLine(points), bytes: Number(rows[0].bytes) };
  } finally {
    await database.close();
    await created.drop();
  }
}

function fitLine(points: readonly { readonly size: number; readonly ms: number }[]) {
  const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length;
  const [size, ms] = [mean(points.map((point) => point.size)), mean(points.map((point) => point.ms))];
  const eventMs =
    points.reduce((sum, point) => sum + (point.size - size) * (point.ms - ms), 0) /
    points.reduce((sum, point) => sum + (point.size - size) ** 2, 0);
  return { eventMs, batchMs: Math.max(0, ms - eventMs * size) };
}

function answered(index: number): Event {
  const id = String(index).padStart(12, "0");
  return {
    actor: { id: "0198c9a0-0000-7000-8000-000000000001", name: "backend", type: "credential" },
    at: "2026-06-01T00:00:00.000Z",
    generated_at: "2026-06-01T00:00:00.000Z",
    input_id: `sha256:${id.padStart(64, "a")}`,
    kind: "prediction.answered",
    model_version: `r13-c@${"b".repeat(40)}`,
    options: ["yes", "no"],
    release: "service-r13-c",
    request_id: `0198c9a0-0000-7000-8000-${id}`,
    result: {
      calibration_status: "not_independently_verified",
      choice: "no",
      confidence: null,
      probabilities: { no: 0.6, yes: 0.4 },
      type: "choice",
    },
    task_id: `sha256:${"c".repeat(64)}`,
    timing: {
      cache_hit: false,
      client_end_to_end_ms: null,
      cold_start: false,
      gateway_queue_ms: 0,
      gateway_total_ms: 1.25,
      inference_ms: 0.25,
      load_ms: 0,
      model_queue_ms: 0,
    },
    trace: { weights: Array.from({ length: 12 }, (_, weight) => weight / 12) },
  };
}
