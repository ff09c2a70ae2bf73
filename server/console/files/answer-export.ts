import { z } from "zod";
import type { Member, Permission } from "#lib/domain/members.ts";
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
  /** If "true", CSV begins with a byte order mark. */
  readonly bom?: "true" | undefined;
  readonly parts: AsyncGenerator<string> | string;
}

/** Excel reads a CSV file without this mark in the encoding of its language. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Returns a handler that streams a file to members with the permission. Answers 400 to an invalid or unknown parameter. */
export function answerExport<Shape extends z.core.$ZodShape>(
  parameters: Shape,
  make: (
    gateway: ConsoleContext,
    query: z.output<z.ZodObject<Shape, z.core.$strict>>,
    member: Member,
  ) => Export | Promise<Export>,
  permission: Permission = "read",
) {
  const schema = z.strictObject(parameters);
  return answerMember(permission, async (gateway, request, member) => {
    const { name, format, bom, parts } = await make(gateway, readQuery(request, schema), member);
    const isMarked = bom === "true" && format === "csv";
    return streamFile({ type: TYPES[format], name: `${name}.${format}` }, isMarked ? withMark(parts) : parts);
  });
}

async function* withMark(parts: Export["parts"]): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  if (typeof parts === "string") yield parts;
  else yield* parts;
}
