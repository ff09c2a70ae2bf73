import { v7 as uuid } from "uuid";
import { HTTP_REFUSALS } from "#lib/contract/http-refusals.ts";
import { refusal } from "./http-answer.ts";
import { toWebResponse } from "./web-door.ts";

/** Answers, in JSON, an address that looks like one of the API's and is none. */
function answerUnknownAddress(request: Request): Response {
  return toWebResponse(refusal(404, uuid(), HTTP_REFUSALS[404].message), request.method);
}

/** A route handler for every method, to be a route's whole module. */
export {
  answerUnknownAddress as DELETE,
  answerUnknownAddress as GET,
  answerUnknownAddress as HEAD,
  answerUnknownAddress as OPTIONS,
  answerUnknownAddress as PATCH,
  answerUnknownAddress as POST,
  answerUnknownAddress as PUT,
};
