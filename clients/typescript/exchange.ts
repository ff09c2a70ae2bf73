import { CancelledError, ClientError, DeadlineError, NetworkError, ResponseError } from "./errors.ts";
import { readRetryAfter } from "./retries.ts";

/** A function such as the global `fetch`. It may add a proxy or certificates. It must not follow redirects. */
export type Fetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; redirect: "manual"; signal: AbortSignal },
) => Promise<{
  status: number;
  redirected: boolean;
  headers: { get(name: string): string | null };
  text(): Promise<string>;
}>;

interface Request {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  /** Time limit of the whole exchange, in milliseconds. It holds even if `fetch` ignores its signal. */
  readonly limit: number;
  readonly signal: AbortSignal | undefined;
}

/** Sends a request and reads the whole response. Throws an error unless a response without a redirect arrives. */
export async function exchange(fetch: Fetch, url: string, { limit, signal, ...request }: Request) {
  if (signal?.aborted === true) throw cancelled(signal);
  const abort = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    abort.signal.addEventListener("abort", () => reject(abort.signal.reason), { once: true });
  });
  const cancel = () => abort.abort(cancelled(signal));
  const expire = () => abort.abort(new DeadlineError(`${url} did not answer within ${Math.round(limit)} ms`));
  signal?.addEventListener("abort", cancel, { once: true });
  const timer = setTimeout(expire, limit);
  const send = async () => {
    // A redirect could send the API key to another host.
    const response = await fetch(url, { ...request, redirect: "manual", signal: abort.signal });
    return readResponse(url, response, await response.text());
  };
  try {
    return await Promise.race([send(), aborted]);
  } catch (error) {
    if (error instanceof ClientError) throw error;
    const { message, cause } = Object(error);
    const reason = [Object(cause).code, Object(cause).message, message].find((one) => typeof one === "string");
    throw new NetworkError(`${url} sent no complete response: ${reason}`, { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
  }
}

function readResponse(url: string, { status, redirected, headers }: Awaited<ReturnType<Fetch>>, text: string) {
  const retryAfterMs = readRetryAfter(headers.get("Retry-After"), headers.get("Date"));
  if (redirected || (status >= 300 && status < 400)) {
    const location = headers.get("Location") ?? "";
    // The rest of the URL can be long or secret.
    const target = URL.canParse(location, url) ? new URL(location, url).origin : "another address";
    const message = `${new URL(url).origin} redirects to ${target} (status ${status}). Set baseUrl to the gateway's URL.`;
    throw new ResponseError(message, { status, retryAfterMs });
  }
  return { status, retryAfterMs, isReplayed: headers.get("Idempotency-Replayed") === "true", text };
}

function cancelled(signal: AbortSignal | undefined): CancelledError {
  return new CancelledError("The call was cancelled", { cause: signal?.reason });
}
