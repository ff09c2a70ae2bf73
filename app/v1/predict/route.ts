import { answerWebRequest } from "#server/http/web-door.ts";
import { theGateway } from "#server/wiring.ts";

/** The public operation under plain `next start`; `server/main.ts` answers it before Next is asked. */
async function handle(request: Request): Promise<Response> {
  return answerWebRequest((await theGateway()).gateway, request);
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
