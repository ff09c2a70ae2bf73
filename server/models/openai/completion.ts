import { z } from "zod";

/** The parts of a chat completion that the adapter reads. Other members differ between servers and are ignored. */

const tokenSchema = z.looseObject({ token: z.string(), logprob: z.number() });

const choiceSchema = z.looseObject({
  finish_reason: z.string().nullish(),
  message: z.looseObject({ content: z.string().nullish(), refusal: z.string().nullish() }),
  logprobs: z
    .looseObject({ content: z.array(z.looseObject({ top_logprobs: z.array(tokenSchema).nullish() })).nullish() })
    .nullish(),
});

const tokens = z.int().nonnegative();

const usageSchema = z.looseObject({
  prompt_tokens: tokens,
  completion_tokens: tokens,
  prompt_tokens_details: z.looseObject({ cached_tokens: tokens.nullish() }).nullish(),
});

export const completionSchema = z.looseObject({
  choices: z.tuple([choiceSchema]),
  usage: usageSchema.nullish().catch(undefined),
});

export type Completion = z.infer<typeof completionSchema>;
export type Choice = z.infer<typeof choiceSchema>;
