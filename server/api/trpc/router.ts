import { z } from "zod";
import { showStatus } from "#server/services/audit/show-status.ts";
import { auditRouter } from "./audit.ts";
import { credentialsRouter } from "./credentials.ts";
import { draftsRouter } from "./drafts.ts";
import { forecastsRouter } from "./forecasts.ts";
import { memberProcedure, router } from "./init.ts";
import { membersRouter } from "./members.ts";
import { outcomesRouter } from "./outcomes.ts";
import { questionsRouter } from "./questions.ts";
import { reviewsRouter } from "./reviews.ts";
import { submissionsRouter } from "./submissions.ts";

/** Every procedure of the console, under the names that scripts may rely on. */
export const appRouter = router({
  audit: auditRouter,
  credentials: credentialsRouter,
  drafts: draftsRouter,
  forecasts: forecastsRouter,
  members: membersRouter,
  outcomes: outcomesRouter,
  questions: questionsRouter,
  reviews: reviewsRouter,
  submissions: submissionsRouter,
  system: router({
    status: memberProcedure
      .input(z.object({ hours: z.number().int().min(1).max(72).default(12) }).prefault({}))
      .query(({ ctx, input }) => showStatus(ctx.gateway, input.hours)),
  }),
});

export type AppRouter = typeof appRouter;
