import { z } from "zod";
import { auditList } from "#lib/console/filters.ts";
import { ALL_EVENT_KINDS } from "#lib/domain/audit-events.ts";
import { listEvents } from "#server/console/audit-log/list-events.ts";
import { needs, router } from "./init.ts";

const kind = z.enum(ALL_EVENT_KINDS);
const verification = z.object({ incremental: z.boolean().default(false) }).prefault({});

export const auditRouter = router({
  list: needs.read
    .input(
      z
        .object({
          ...auditList.pageInput,
          kind: z.optional(kind),
          kinds: z.optional(z.array(kind).min(1).max(ALL_EVENT_KINDS.length)),
        })
        .prefault({}),
    )
    .query(({ ctx, input }) => listEvents(ctx.gateway, ctx.member, input)),

  /** Verifies the audit log. With `incremental`, skips the events that this process has already verified. */
  verify: needs.read
    .input(verification)
    .query(({ ctx, input }) => ctx.work.aside(() => ctx.gateway.verifier.verify(input.incremental, ctx.work.signal))),

  /** Streams progress as `{events, total}`, then `{report}`. */
  watchVerify: needs.read
    .input(verification)
    .subscription(({ ctx, input, signal }) => ctx.gateway.verifier.watch(input.incremental, signal ?? ctx.work.signal)),
});
