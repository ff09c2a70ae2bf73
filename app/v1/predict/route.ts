import { answerWebRequest } from "#server/gateway/http/web-transport.ts";
import { forEveryMethod, withGateway } from "#server/process/next/with-gateway.ts";

/** Serves `POST /v1/predict` under plain `next start`. `server/process/serve.ts` answers that path without Next.js. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = forEveryMethod(withGateway(answerWebRequest));
