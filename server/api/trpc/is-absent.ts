import { TRPCError } from "@trpc/server";

/** What a procedure threw because there is nothing by this name, or because it cannot be a name. */
export function isAbsent(error: unknown): boolean {
  return error instanceof TRPCError && (error.code === "NOT_FOUND" || error.code === "BAD_REQUEST");
}
