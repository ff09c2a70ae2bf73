import { TRPCClientError } from "@trpc/client";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "./query-client.ts";

/** Returns which of two queries are out of date after a mutation. */
async function mutate(act: () => Promise<unknown>, meta?: Record<string, unknown>) {
  const setSignedOut = vi.fn();
  const client = makeQueryClient(setSignedOut);
  const counts = ["outcomes.counts", "reviews.queue"].map((name) =>
    client.getQueryCache().build(client, { queryKey: [name], queryFn: () => name }),
  );
  await Promise.all(counts.map((query) => query.fetch()));
  const mutation = client.getMutationCache().build(client, { mutationFn: act, ...(meta && { meta }) });
  await mutation.execute(undefined).catch(() => undefined);
  return { stale: counts.map((query) => query.state.isInvalidated), setSignedOut };
}

it.each([
  ["accepted", () => Promise.resolve("done")],
  ["refused", () => Promise.reject(new Error("no"))],
])("after every %s change, all counts, lists and queues of the page are out of date", async (_, act) => {
  expect((await mutate(act)).stale).toEqual([true, true]);
});

it("a check that changes nothing keeps the data of the page", async () => {
  expect((await mutate(() => Promise.resolve(), { changesNothing: true })).stale).toEqual([false, false]);
});

it("an ended session is noticed, and the data of the page stay", async () => {
  const ended = TRPCClientError.from({ error: { message: "", code: -32001, data: { code: "UNAUTHORIZED" } } } as never);
  const { stale, setSignedOut } = await mutate(() => Promise.reject(ended));
  expect(stale).toEqual([false, false]);
  expect(setSignedOut).toHaveBeenLastCalledWith(true);
});
