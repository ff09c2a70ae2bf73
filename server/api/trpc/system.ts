import { z } from "zod";
import { showStatus } from "#server/services/audit/show-status.ts";
import { memberProcedure, router } from "./init.ts";

export const systemRouter = router({
  status: memberProcedure
    .input(z.object({ hours: z.number().int().min(1).max(72).default(12) }).prefault({}))
    .query(({ ctx, input }) => showStatus(ctx.gateway, input.hours)),
});
