/** For tests: what the generators of this folder make. `fast-check` draws from them; none of this ships. */
export { mutatedBody } from "./arbitrary-mutation.ts";
export { usableRequest, validRequest } from "./arbitrary-request.ts";
