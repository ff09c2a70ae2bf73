import type { IncomingMessage } from "node:http";
import { GatewayError } from "#server/error.ts";
import { nearestCode } from "./http-answer.ts";

const breaks = new WeakMap<IncomingMessage, (error: GatewayError) => void>();

/** A refusal that HTTP itself calls for. */
export interface HttpRefusal {
  readonly status: number;
  readonly message: string;
}

/**
 * Rejects once the rest of a request's body can no longer be read. Who asks for it answers the request: with that
 * refusal, under the request id that is logged and recorded.
 */
export function whenBodyBreaks(request: IncomingMessage): Promise<never> {
  const broken = new Promise<never>((_, reject) => breaks.set(request, reject));
  // A body may break while nobody reads it.
  broken.catch(() => {});
  return broken;
}

/** Tells whoever answers the request that its body has broken. Returns false where nobody has asked to be told. */
export function breakBody(request: IncomingMessage, { status, message }: HttpRefusal): boolean {
  const tell = breaks.get(request);
  tell?.(new GatewayError(nearestCode(status), { status, message }));
  return tell !== undefined;
}
