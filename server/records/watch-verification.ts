import { desc } from "drizzle-orm";
import { events } from "#server/db/schema.ts";
import type { Gateway } from "#server/gateway.ts";
import { readLinks } from "./read-links.ts";
import { type ChainReport, type Link, verifyChain } from "./verify-chain.ts";

export type VerificationStep = { readonly events: number; readonly total: number } | { readonly report: ChainReport };

/** Verifies the chain and tells how far it is on the way; stops when the signal says so. */
export async function* watchVerification(
  { database, checkpoints }: Gateway,
  signal: AbortSignal | undefined,
): AsyncGenerator<VerificationStep> {
  const [head] = await database.orm.select({ seq: events.seq }).from(events).orderBy(desc(events.seq)).limit(1);
  const total = head?.seq ?? 0;
  let done = 0;
  let wake = () => {};
  const verification = verifyChain(until(signal, readLinks(database)), checkpoints, {
    onProgress(count) {
      done = count;
      wake();
    },
  });
  let finished = false;
  const end = () => {
    finished = true;
    wake();
  };
  verification.then(end, end);
  for (let told = -1; !finished; ) {
    if (done !== told) {
      told = done;
      yield { events: done, total: Math.max(total, done) };
    }
    if (finished || done !== told) continue;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
  yield { report: await verification };
}

async function* until(signal: AbortSignal | undefined, links: AsyncIterable<Link>): AsyncGenerator<Link> {
  for await (const link of links) {
    signal?.throwIfAborted();
    yield link;
  }
}
