import { answerWebRequest } from "#server/api/http/web-transport.ts";
import { withGateway } from "#server/api/http/with-gateway.ts";

/** The public operation under plain `next start`; `server/serve.ts` answers it before Next is asked. */
function handle(request: Request): Promise<Response> {
  return withGateway(({ gateway }) => answerWebRequest(gateway, request));
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
