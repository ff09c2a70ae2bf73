import { createRequire } from "node:module";

/**
 * `node llms.mjs PORT STUB`: starts the gateway @musistudio/llms, which has no command line of its own, with the model
 * server at the URL STUB. The current folder must be where npm installed the package.
 */
const require = createRequire(`${process.cwd()}/`);
const { default: Server } = require("@musistudio/llms");
const [port, stub] = process.argv.slice(2);
const providers = [{ name: "stub", api_base_url: `${stub}/v1/chat/completions`, api_key: "none", models: ["stub"] }];
const initialConfig = { HOST: "127.0.0.1", PORT: port, providers };
await new Server({ useJsonFile: false, useEnvFile: false, logger: false, initialConfig }).start();
