import type { components } from "./api.ts";

type ErrorBody = components["schemas"]["Error"];
type Details = ErrorBody["error"];

/** An error response of the gateway. Branch on `code` and `reason`, because messages may change. */
export class GatewayError extends Error {
  override readonly name = "GatewayError";
  readonly status: number;
  readonly code: Details["code"];
  /** Tells causes of one code apart, such as `in_review` and `rejected`; undefined for a code with one cause. */
  readonly reason: Details["reason"];
  readonly issues: Details["issues"];
  /** The review of the request, if a review is missing. */
  readonly submission: Details["submission"];
  /** The code in the API reference, relative to the address of the gateway. */
  readonly docUrl: string;
  readonly requestId: string;

  constructor(status: number, { error, request_id }: ErrorBody) {
    super(`${error.code}: ${error.message}`);
    this.status = status;
    this.code = error.code;
    this.reason = error.reason;
    this.issues = error.issues;
    this.submission = error.submission;
    this.docUrl = error.doc_url;
    this.requestId = request_id;
  }
}

/** Returns a GatewayError for an error of the gateway, or an Error for another response, such as a proxy's. */
export async function readError(response: Response): Promise<Error> {
  const text = await response.text();
  if (response.status >= 300 && response.status < 400) {
    const location = response.headers.get("Location") ?? "";
    const { url, status } = response;
    const target = URL.canParse(location, url) ? new URL(location, url).origin : "an invalid address";
    return new Error(
      `${new URL(url).origin} redirects to ${target} (status ${status}). Set baseUrl to the gateway's URL.`,
    );
  }
  try {
    const body: ErrorBody = JSON.parse(text);
    return new GatewayError(response.status, body);
  } catch {
    return new Error(`The response is not from the gateway: status ${response.status}`);
  }
}
