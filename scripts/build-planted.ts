import { ensureBuilt } from "./ensure.mjs";
import { PLANTED } from "./planted.ts";

/** Builds the app for the tests. Every environment variable that may hold a secret is set to a recognizable value. */
ensureBuilt(PLANTED);
