import { registerHooks } from "node:module";
import { text } from "node:stream/consumers";

/** Reads an OpenAPI document from stdin and prints its TypeScript types. */

const api = new URL("./typescript-api.mjs", import.meta.url).href;
registerHooks({ resolve: (specifier, context, next) => next(specifier === "typescript" ? api : specifier, context) });

const { default: generate, astToString } = await import("openapi-typescript");
console.log("// Written by `node clients/generate-types.ts` from the description in /openapi.json. Do not edit.\n");
console.log(astToString(await generate(JSON.parse(await text(process.stdin)))));
