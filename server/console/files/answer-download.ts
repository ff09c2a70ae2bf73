import type { z } from "zod";
import type { ConsoleContext } from "#server/console/context.ts";
import { answerMember, readQuery } from "./answer-member.ts";
import { streamFile } from "./stream-file.ts";

interface Download {
  readonly type: string;
  /** File name without date and extension. */
  readonly name: string;
  readonly extension: "csv" | "jsonl";
  readonly parts: AsyncGenerator<string>;
}

/** Returns a handler that streams a file to signed-in members. Answers 401 without a session, 400 to an invalid query. */
export function answerDownload<Query>(
  schema: z.ZodType<Query>,
  make: (gateway: ConsoleContext, query: Query) => Download,
) {
  return answerMember((gateway, request) => {
    const { type, name, extension, parts } = make(gateway, readQuery(request, schema));
    const file = `${name}-${gateway.now().toISOString().slice(0, 10)}.${extension}`;
    return streamFile({ type, name: file }, parts);
  });
}
