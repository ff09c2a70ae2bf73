import { z } from "zod";
import { instant, words } from "#lib/domain/identifiers.ts";
import { listNotices, markNoticesSeen } from "#server/console/notices/list-notices.ts";
import { showStatus } from "#server/console/overview/show-system-status.ts";
import { search } from "#server/console/search/search.ts";
import { readRecentUsage } from "#server/console/usage/read-usage.ts";
import { auditRouter } from "./audit.ts";
import { channelRouter } from "./channel.ts";
import { credentialsRouter } from "./credentials.ts";
import { draftsRouter } from "./drafts.ts";
import { erasuresRouter } from "./erasures.ts";
import { evaluationsRouter } from "./evaluations.ts";
import { forecastsRouter } from "./forecasts.ts";
import { needs, router } from "./init.ts";
import { membersRouter } from "./members.ts";
import { outcomesRouter } from "./outcomes.ts";
import { questionsRouter } from "./questions.ts";
import { reviewsRouter } from "./reviews.ts";
import { submissionsRouter } from "./submissions.ts";
import { tokensRouter } from "./tokens.ts";

/** Procedures of the console. Their names are stable, because scripts may call them. */
export const appRouter = router({
  audit: auditRouter,
  channel: channelRouter,
  credentials: credentialsRouter,
  drafts: draftsRouter,
  erasures: erasuresRouter,
  evaluations: evaluationsRouter,
  forecasts: forecastsRouter,
  members: membersRouter,
  notices: router({
    list: needs.read.query(({ ctx }) => listNotices(ctx.gateway, ctx.member)),
    /** Marks notices up to this time as seen. */
    markSeen: needs.account
      .meta({ uncounted: true })
      .input(z.object({ at: instant }))
      .mutation(({ ctx, input }) => markNoticesSeen(ctx.gateway.database, ctx.member, new Date(input.at))),
  }),
  outcomes: outcomesRouter,
  questions: questionsRouter,
  reviews: reviewsRouter,
  search: router({
    find: needs.read
      .input(z.object({ text: words }))
      .query(({ ctx, input }) => search(ctx.gateway.database, input.text)),
  }),
  submissions: submissionsRouter,
  tokens: tokensRouter,
  system: router({
    status: needs.read
      .input(z.object({ hours: z.number().int().min(1).max(72).default(12) }).prefault({}))
      .query(({ ctx, input }) => showStatus(ctx.gateway, input.hours)),
    testModel: needs.administer.mutation(({ ctx }) => {
      // The page polls the result, because a test may outlast a request.
      void ctx.gateway.model.test?.();
    }),
    usage: needs.read.query(({ ctx }) => readRecentUsage(ctx.gateway)),
  }),
});

export type AppRouter = typeof appRouter;
