import { z } from "zod";
import { questionList } from "#lib/console/filters.ts";
import { MAX_OPTIONS } from "#lib/contract/bounds.ts";
import { requiredText } from "#lib/domain/fields.ts";
import { digest, option } from "#lib/domain/identifiers.ts";
import { MAX_NOTE } from "#lib/domain/limits.ts";
import { tag } from "#lib/domain/tags.ts";
import { addNote } from "#server/console/questions/add-note.ts";
import { getQuestion } from "#server/console/questions/get-question.ts";
import { listQuestions } from "#server/console/questions/list-questions.ts";
import { setOrder } from "#server/console/questions/set-order.ts";
import { changeTag } from "#server/console/tags/change-tags.ts";
import { needs, router } from "./init.ts";

export const questionsRouter = router({
  list: needs.read
    .input(z.object(questionList.pageInput).prefault({}))
    .query(({ ctx, input }) => listQuestions(ctx.gateway, ctx.member, input)),

  get: needs.read
    .input(z.object({ taskId: digest }))
    .query(({ ctx, input }) => getQuestion(ctx.gateway.database, ctx.member, input.taskId)),

  addNote: needs.submit
    .input(z.object({ taskId: digest, text: requiredText(MAX_NOTE, "Enter a note.") }))
    .mutation(({ ctx, input }) => addNote(ctx.gateway, ctx.member, input)),

  setOrder: needs.confirm
    .input(z.object({ taskId: digest, order: z.nullable(z.array(option).max(MAX_OPTIONS)) }))
    .mutation(({ ctx, input }) => setOrder(ctx.gateway, ctx.member, input)),

  /** Adds the tag if `active` is true, otherwise removes it. */
  tag: needs.submit
    .input(z.object({ taskId: digest, tag, active: z.boolean() }))
    .mutation(({ ctx, input: { taskId, ...rest } }) => changeTag(ctx.gateway, ctx.member, { taskId, ...rest })),
});
