import { answerWebRequest } from "#server/gateway/http/web-transport.ts";
import { withGateway } from "#server/process/next/with-gateway.ts";

/** The public operation under plain `next start`; `server/process/serve.ts` answers it before Next is asked. */
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
