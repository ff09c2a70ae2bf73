import { ensureBuilt } from "./ensure.mjs";
import { PLANTED } from "./planted.ts";

/** The tests' build, with a marked value in every variable that may hold a secret. */
ensureBuilt(PLANTED);
