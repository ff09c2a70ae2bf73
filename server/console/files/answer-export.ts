import { z } from "zod";
import type { Member } from "#lib/domain/members.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { answerMember, readQuery } from "./answer-member.ts";
import { streamFile } from "./stream-file.ts";

const TYPES = {
  csv: "text/csv",
  html: "text/html",
  json: "application/json",
  jsonl: "application/jsonl",
  "jsonl.contents": "application/jsonl",
  "tlog-proof": "text/plain",
};

interface Export {
  /** File name without extension. */
  readonly name: string;
  readonly format: keyof typeof TYPES;
  readonly parts: AsyncGenerator<string> | string;
}

/**
 * Returns a handler that streams a file to signed-in members. Answers 401 without a session, 400 to an invalid or
 * unknown parameter.
 */
export function answerExport<Shape extends z.core.$ZodShape>(
  parameters: Shape,
  make: (
    gateway: ConsoleContext,
    query: z.output<z.ZodObject<Shape, z.core.$strict>>,
    member: Member,
  ) => Export | Promise<Export>,
) {
  const schema = z.strictObject(parameters);
  return answerMember(async (gateway, request, member) => {
    const { name, format, parts } = await make(gateway, readQuery(request, schema), member);
    return streamFile({ type: TYPES[format], name: `${name}.${format}` }, parts);
  });
}
