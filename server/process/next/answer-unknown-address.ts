import { v7 as uuid } from "uuid";
import { HTTP_REFUSALS } from "#lib/contract/http-refusals.ts";
import { refusal } from "#server/gateway/http/http-response.ts";
import { toWebResponse } from "#server/gateway/http/web-transport.ts";

/** Answers an unknown address that looks like an API path with a JSON error. */
function answerUnknownAddress(request: Request): Response {
  return toWebResponse(refusal(404, uuid(), HTTP_REFUSALS[404].message), request.method);
}

/** The same route handler for every method: the whole module of a route. */
export {
  answerUnknownAddress as DELETE,
  answerUnknownAddress as GET,
  answerUnknownAddress as HEAD,
  answerUnknownAddress as OPTIONS,
  answerUnknownAddress as PATCH,
  answerUnknownAddress as POST,
  answerUnknownAddress as PUT,
};
