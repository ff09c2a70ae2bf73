export { mutatedBody } from "./arbitrary-mutation.ts";
export { usableRequest, validRequest } from "./arbitrary-request.ts";
