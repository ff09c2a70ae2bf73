import { readFileSync, writeFileSync } from "node:fs";
import { fillIn } from "./fill-in-reference.ts";

/** `npm run api-reference`: updates the generated parts of docs/api.md, such as the table of error codes. */

writeFileSync("docs/api.md", fillIn(readFileSync("docs/api.md", "utf8")));
