import type { LanguageModelV4, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { FetchFunction } from "@ai-sdk/provider-utils";
import type { LanguageModelSettings, ModelProvider } from "#server/config/model-settings.ts";

type Settings = Pick<LanguageModelSettings, "provider" | "endpoint" | "url" | "token" | "name">;

/** A provider package of the AI SDK, loaded and configured. */
export interface Provider {
  /** The package's name and version, such as `@ai-sdk/openai 4.0.118`. */
  readonly package: string;
  readonly endpoint: string;
  /** Creates the model. Each of its calls makes one request, through `fetch`. */
  readonly create: (fetch: FetchFunction) => LanguageModelV4;
  /** Options of each call; with `logprobs`, those that request the 20 likeliest tokens. */
  readonly options: (logprobs: boolean) => SharedV4ProviderOptions;
}

type Loader = (settings: Omit<Settings, "token"> & { readonly token: string }) => Promise<Provider>;

/** Without `store: false`, OpenAI stores the prompts and answers of both endpoints. */
const openaiOptions = (logprobs: boolean): SharedV4ProviderOptions => ({
  openai: { store: false, ...(logprobs ? { logprobs: 20 } : {}) },
});

const noOptions = (): SharedV4ProviderOptions => ({});

/** The loaders pass every setting, because the packages read missing ones from environment variables of their own. */
const LOADERS: Readonly<Record<ModelProvider, Loader>> = {
  async "openai-compatible"({ url, token, name }) {
    const { createOpenAICompatible, VERSION } = await import("@ai-sdk/openai-compatible");
    const of = { name: "server", baseURL: url, apiKey: token, supportsStructuredOutputs: true };
    return {
      package: `@ai-sdk/openai-compatible ${VERSION}`,
      endpoint: "chat",
      create: (fetch) => createOpenAICompatible({ ...of, fetch })(name),
      options: (logprobs) => (logprobs ? { server: { logprobs: true, top_logprobs: 20 } } : {}),
    };
  },
  async openai({ url, token, name, endpoint }) {
    const { createOpenAI, VERSION } = await import("@ai-sdk/openai");
    const create = (fetch: FetchFunction) => createOpenAI({ baseURL: url, apiKey: token, fetch })[endpoint](name);
    return { package: `@ai-sdk/openai ${VERSION}`, endpoint, create, options: openaiOptions };
  },
  async azure({ url, token, name, endpoint }) {
    const { createAzure, VERSION } = await import("@ai-sdk/azure");
    const create = (fetch: FetchFunction) => createAzure({ baseURL: url, apiKey: token, fetch })[endpoint](name);
    return { package: `@ai-sdk/azure ${VERSION}`, endpoint, create, options: openaiOptions };
  },
  async anthropic({ url, token, name }) {
    const { createAnthropic, VERSION } = await import("@ai-sdk/anthropic");
    const create = (fetch: FetchFunction) => createAnthropic({ baseURL: url, apiKey: token, fetch })(name);
    return { package: `@ai-sdk/anthropic ${VERSION}`, endpoint: "messages", create, options: noOptions };
  },
  async google({ url, token, name }) {
    const { createGoogleGenerativeAI, VERSION } = await import("@ai-sdk/google");
    const create = (fetch: FetchFunction) => createGoogleGenerativeAI({ baseURL: url, apiKey: token, fetch })(name);
    return { package: `@ai-sdk/google ${VERSION}`, endpoint: "generateContent", create, options: noOptions };
  },
  async bedrock({ url, name }) {
    const { createAmazonBedrock, VERSION } = await loadOptional("@ai-sdk/amazon-bedrock", "5.0.101");
    const { defaultProvider } = await import("@aws-sdk/credential-provider-node");
    const [, region] = /bedrock-runtime[.-]([a-z0-9-]+)\./.exec(url) ?? [];
    const of = { region, baseURL: url, credentialProvider: defaultProvider() };
    const create = (fetch: FetchFunction) => createAmazonBedrock({ ...of, fetch })(name);
    return { package: `@ai-sdk/amazon-bedrock ${VERSION}`, endpoint: "converse", create, options: noOptions };
  },
  async vertex({ url, name }) {
    const { createVertex, VERSION } = await loadOptional("@ai-sdk/google-vertex", "5.0.141");
    const [, project, location] = /\/projects\/([^/]+)\/locations\/([^/]+)/.exec(url) ?? [];
    const create = (fetch: FetchFunction) => createVertex({ project, location, baseURL: url, fetch })(name);
    return { package: `@ai-sdk/google-vertex ${VERSION}`, endpoint: "generateContent", create, options: noOptions };
  },
};

/** Loads the package of the configured provider. Throws an Error that names the command if it is not installed. */
export async function loadProvider({ token = "", ...settings }: Settings): Promise<Provider> {
  return LOADERS[settings.provider]({ ...settings, token });
}

/** The packages of these providers are large, so an operator installs the one in use when building the image. */
// biome-ignore lint/suspicious/noExplicitAny: the package's types are absent unless it is installed.
async function loadOptional(name: string, version: string): Promise<any> {
  try {
    return await import(/* turbopackIgnore: true */ name);
  } catch (error) {
    if (Object(error).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new Error(
      `Invalid configuration:\n  MODEL_PROVIDER needs a package: run npm install --save-exact ${name}@${version} when building the image`,
    );
  }
}
