import { z } from "zod";
import { validate } from "#server/services/reviews/validate.ts";
import { memberProcedure, router } from "./init.ts";
import { readSentRequest } from "./sent-request.ts";

export const tasksRouter = router({
  /** A mutation, for a request may be 32 KiB: too long for an address. */
  check: memberProcedure
    .input(z.unknown())
    .mutation(({ ctx, input, batchIndex }) =>
      validate(ctx.gateway, () => readSentRequest({ body: ctx.body, batchIndex, input })),
    ),
});
