import { recordsRouter } from "./audit.ts";
import { credentialsRouter } from "./credentials.ts";
import { draftsRouter } from "./drafts.ts";
import { forecastsRouter } from "./forecasts.ts";
import { router } from "./init.ts";
import { membersRouter } from "./members.ts";
import { outcomesRouter } from "./outcomes.ts";
import { reviewsRouter } from "./reviews.ts";
import { submissionsRouter } from "./submissions.ts";
import { systemRouter } from "./system.ts";
import { tasksRouter } from "./tasks.ts";

/** Every procedure of the console, under the names that scripts may rely on. */
export const appRouter = router({
  credentials: credentialsRouter,
  drafts: draftsRouter,
  forecasts: forecastsRouter,
  members: membersRouter,
  outcomes: outcomesRouter,
  records: recordsRouter,
  reviews: reviewsRouter,
  submissions: submissionsRouter,
  system: systemRouter,
  tasks: tasksRouter,
});

export type AppRouter = typeof appRouter;
