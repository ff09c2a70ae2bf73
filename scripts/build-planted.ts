import { ensureBuilt } from "./ensure.mjs";
import { PLANTED } from "./planted.ts";

/** Builds the app for tests, with a marked value in every variable that may hold a secret. */
ensureBuilt(PLANTED);
