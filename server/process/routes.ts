import { routes } from "#lib/console/routes.ts";
import { openApiDocument } from "#lib/contract/open-api.ts";
import type { Permission } from "#lib/domain/members.ts";
import { answerAuth } from "#server/console/auth/answer-auth.ts";
import { answerJoin } from "#server/console/auth/answer-join.ts";
import { answerScim, SCIM } from "#server/console/auth/answer-scim.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import type { MemberHandler } from "#server/console/files/answer-member.ts";
import { EXPORTS } from "#server/console/files/exports.ts";
import { importFile } from "#server/console/files/import-file.ts";
import { uploadFile } from "#server/console/files/upload-evaluation.ts";
import { answerUnsubscribe } from "#server/console/members/answer-unsubscribe.ts";
import { answerScore } from "#server/console/scores/answer-score.ts";
import { answerTrpc } from "#server/console/trpc/answer-trpc.ts";
import { answerReceipt, answerReviewStatus } from "#server/gateway/http/answer-look-ups.ts";
import { readReference } from "#server/gateway/http/read-reference.ts";
import type { Work } from "#server/limits/work.ts";

type Answer = (gateway: ConsoleContext, request: Request, work: Work) => Promise<Response> | Response;

/** An address that the process answers itself, without Next. */
export interface Route {
  /** The permitted methods. GET includes HEAD. */
  readonly methods: readonly ("GET" | "POST" | "PUT" | "PATCH" | "DELETE")[];
  readonly answer: Answer;
  /**
   * The required permission of a member; `procedure` if each tRPC procedure names its own; `key` if the route
   * authenticates an API key and then waits for a slot for look-ups; `nothing` if anyone may call, or the directory.
   */
  readonly needs: Permission | "procedure" | "key" | "nothing";
}

const get = (answer: Answer): Route => ({ methods: ["GET"], needs: "nothing", answer });
const post = (answer: Answer): Route => ({ methods: ["POST"], needs: "nothing", answer });
const forMembers = (method: "GET" | "POST", answer: MemberHandler): Route => ({
  methods: [method],
  needs: answer.permission,
  answer,
});

function lookUp(
  name: string,
  answer: (gateway: ConsoleContext, request: Request, id: string) => Promise<Response>,
): readonly [string, Route] {
  const prefix = `/${name}/`;
  const idOf = ({ url }: Request) => new URL(url).pathname.slice(prefix.length);
  return [
    prefix,
    { methods: ["GET"], needs: "key", answer: (gateway, request) => answer(gateway, request, idOf(request)) },
  ];
}

export const PATHS: ReadonlyMap<string, Route> = new Map([
  ["/api/auth/callback/oidc", get(answerAuth)],
  ["/api/auth/sign-in/email", post(answerAuth)],
  ["/api/auth/sign-in/social", post(answerAuth)],
  ["/api/auth/sign-out", post(answerAuth)],
  [`${SCIM}/ServiceProviderConfig`, get(answerScim)],
  [`${SCIM}/Users`, { methods: ["GET", "POST"], needs: "nothing", answer: answerScim }],
  ["/api/join", post(answerJoin)],
  ["/api/import/submissions", forMembers("POST", importFile)],
  ["/api/import/evaluations", forMembers("POST", uploadFile)],
  ...Object.entries(EXPORTS).map(([name, answer]) => [`/api/export/${name}`, forMembers("GET", answer)] as const),
  ["/openapi.json", get(({ config }) => Response.json(openApiDocument(config.consoleUrl)))],
  ["/llms.txt", get(async ({ config }) => plainText(await readReference(config)))],
  ["/.well-known/tlog-checkpoint", get(async ({ tree }) => answerCheckpoint((await tree.readLast())?.note))],
  ["/.well-known/tlog-policy", get(async ({ tree }) => plainText(await tree.printPolicy()))],
]);

/** Routes by folder. The last segment of the path is their parameter. */
const FOLDERS: ReadonlyMap<string, Route> = new Map([
  ["/api/trpc/", { methods: ["GET", "POST"], needs: "procedure", answer: answerTrpc }],
  [`${SCIM}/Users/`, { methods: ["GET", "PUT", "PATCH", "DELETE"], needs: "nothing", answer: answerScim }],
  [
    routes.unsubscribe(""),
    {
      methods: ["GET", "POST"],
      needs: "nothing",
      answer: (gateway, request) => answerUnsubscribe(gateway, request),
    },
  ],
  lookUp("receipts", (gateway, request, requestId) => answerReceipt(gateway, request, { requestId })),
  lookUp("scores", (gateway, request, requestId) => answerScore(gateway, request, { requestId })),
  lookUp("review-status", (gateway, request, submissionId) => answerReviewStatus(gateway, request, { submissionId })),
]);

export function findRoute(path: string): Route | undefined {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return PATHS.get(path) ?? (path === folder ? undefined : FOLDERS.get(folder));
}

function plainText(text: string, status = 200): Response {
  return new Response(text, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } });
}

/** The last checkpoint of the audit log (c2sp.org/tlog-checkpoint). */
function answerCheckpoint(note: string | undefined): Response {
  const response = note === undefined ? plainText("No checkpoint has been signed yet.\n", 404) : plainText(note);
  response.headers.set("Cache-Control", "no-store");
  return response;
}
