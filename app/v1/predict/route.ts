import { answerWebRequest } from "#server/gateway/http/web-transport.ts";
import { forEveryMethod, withGateway } from "#server/process/next/with-gateway.ts";

/** The public operation under plain `next start`. Otherwise `server/process/serve.ts` answers it before Next does. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = forEveryMethod(withGateway(answerWebRequest));
