import { v7 as uuid } from "uuid";
import { HTTP_REFUSALS } from "#lib/contract/http-refusals.ts";
import { refusal } from "#server/gateway/http/http-response.ts";
import { toWebResponse } from "#server/gateway/http/web-transport.ts";
import { forEveryMethod } from "./with-gateway.ts";

/** Route handlers that answer unknown API paths with a JSON error. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = forEveryMethod((request: Request) =>
  toWebResponse(refusal(404, uuid(), HTTP_REFUSALS[404].message), request.method),
);
