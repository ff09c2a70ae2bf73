import { z } from "zod";
import { auditList } from "#lib/console/filters.ts";
import { ALL_EVENT_KINDS } from "#lib/domain/audit-events.ts";
import { listEvents } from "#server/console/audit-log/list-events.ts";
import { needs, router } from "./init.ts";

const kind = z.enum(ALL_EVENT_KINDS);

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

  /** Verifies the audit log. */
  verify: needs.read.query(({ ctx }) => ctx.work.aside(() => ctx.gateway.verifier.verify(ctx.work.signal))),

  /** Streams progress as `{events, total}`, then `{report}`. */
  watchVerify: needs.read.subscription(({ ctx, signal }) => ctx.gateway.verifier.watch(signal ?? ctx.work.signal)),
});
