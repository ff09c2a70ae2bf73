/** For tests: everything that the generators of this folder create with `fast-check`. */
export { mutatedBody } from "./arbitrary-mutation.ts";
export { usableRequest, validRequest } from "./arbitrary-request.ts";
