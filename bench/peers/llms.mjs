import { createRequire } from "node:module";

/** Starts @musistudio/llms, which has no CLI: `node llms.mjs PORT STUB`, run in its installation folder. */
const require = createRequire(`${process.cwd()}/`);
const { default: Server } = require("@musistudio/llms");
const [port, stub] = process.argv.slice(2);
const providers = [{ name: "stub", api_base_url: `${stub}/v1/chat/completions`, api_key: "none", models: ["stub"] }];
const initialConfig = { HOST: "127.0.0.1", PORT: port, providers };
await new Server({ useJsonFile: false, useEnvFile: false, logger: false, initialConfig }).start();
