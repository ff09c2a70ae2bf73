import type { CallToolResult } from "@modelcontextprotocol/server";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import { errorBody, type GatewayError, isContractError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import type { Agent } from "./agent.ts";

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** The permission that a member needs. Look-ups need `read`, and tools that end a submission `submit`. */
  readonly needs: "read" | "forecast" | "submit";
  run(gateway: ConsoleContext, agent: Agent, input: unknown): Promise<CallToolResult>;
}

/** Defines a tool whose input has been validated when it runs. */
export function defineTool<Input extends z.ZodObject>(
  tool: Omit<Tool, "input" | "run"> & {
    readonly input: Input;
    run(gateway: ConsoleContext, agent: Agent, input: z.output<Input>): Promise<CallToolResult>;
  },
): Tool {
  return { ...tool, run: (gateway, agent, input) => tool.run(gateway, agent, input as z.output<Input>) };
}

/** Returns the result of a tool, as JSON for models that read text and as structured content for clients. */
export function found(value: object, isError = false): CallToolResult {
  const content = [{ type: "text" as const, text: JSON.stringify(value) }];
  return { content, structuredContent: { ...value }, isError };
}

/** Returns an expected error with its code, issues and message, which contains the remedy. */
export function refused(error: GatewayError, requestId: string = uuid(), more: object = {}): CallToolResult {
  const { code, message, retryAfter } = error;
  const body = isContractError(error) ? errorBody(error, requestId).error : { code, message, issues: [] };
  const wait = retryAfter === undefined ? {} : { retry_after_seconds: retryAfter };
  // A request that people review has not failed: a model must not take it for an error and change the request.
  return found({ ...body, ...wait, request_id: requestId, ...more }, error.reason !== "in_review");
}

/** Returns values by option as a list, because JavaScript objects put ids such as `10` first. */
export function listed(options: readonly string[], values: Readonly<Record<string, number>>) {
  return options.map((option) => ({ option, probability: values[option] }));
}
