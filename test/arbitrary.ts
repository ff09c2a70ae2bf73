/** All generators of this folder, which use `fast-check`. */
export { mutatedBody } from "./arbitrary-mutation.ts";
export { usableRequest, validRequest } from "./arbitrary-request.ts";
