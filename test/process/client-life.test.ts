import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { signatureHeaders } from "#server/console/webhooks/post-webhook.ts";
import { signIn } from "#test/console-client.ts";
import { freePort } from "#test/free-port.ts";
import { listen } from "#test/listen.ts";
import { approval, newRequest, type Seen } from "#test/review.ts";
import { makeFolder, type RunningProcess, run, startMain } from "#test/run-process.ts";
import { startSeeded } from "#test/start-seeded.ts";
import { until } from "#test/until.ts";

/**
 * Builds both packages, installs them into empty folders, and follows their READMEs with the code in them: a refusal, a
 * wait over a restart of the gateway, a lost answer, a proof and a webhook.
 */

interface Language {
  readonly readme: string;
  readonly fence: string;
  /** Code after the README's, which changes the proof. */
  readonly tamper: string;
  readonly file: string;
}

const TYPESCRIPT: Language = {
  readme: "clients/typescript/README.md",
  fence: "js",
  tamper: `await verifyProof(readFileSync("answer.tlog-proof", "utf8").replace(/index .*/, "index 0"), readFileSync("tlog-policy.txt", "utf8"))
  .catch((error) => console.log(\`Tampered: \${error.name}\`));`,
  file: "ask.mjs",
};
const PYTHON: Language = {
  readme: "clients/python/README.md",
  fence: "python",
  tamper: `import re
try:
    verify_proof(re.sub("index .*", "index 0", Path("answer.tlog-proof").read_text()), Path("tlog-policy.txt").read_text())
except Exception as error:
    print("Tampered:", type(error).__name__, flush=True)`,
  file: "ask.py",
};
const DEBIAN_PYTHON = "/usr/bin/python3";
const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

interface Installed {
  readonly folder: string;
  readonly program: string;
  readonly language: Language;
}

/** Runs a program. Returns its output, or undefined if it fails. */
async function attempt(program: string, ...args: string[]): Promise<string | undefined> {
  const process = run(program, args);
  return (await process.exit.catch(() => undefined))?.code === 0 ? process.output() : undefined;
}
const npm = (...args: string[]) => attempt("npm", ...args, "--no-audit", "--no-fund");

const built = makeFolder();
const isPacked = await npm("pack", resolve("clients/typescript"), "--pack-destination", built);
const archive = join(built, readdirSync(built).find((name) => name.endsWith(".tgz")) ?? "missing");

async function installTypeScript(version: number): Promise<Installed | undefined> {
  const folder = makeFolder();
  writeFileSync(join(folder, "package.json"), "{}");
  const binary = `node-${process.platform}-${process.arch}`;
  const isCurrent = process.versions.node.startsWith(`${version}.`);
  const node = isCurrent ? process.execPath : join(folder, "node_modules", binary, "bin/node");
  if (isPacked === undefined || (await npm("install", "--prefix", folder, archive, "--offline")) === undefined)
    return undefined;
  if (!isCurrent && (await npm("install", "--prefix", folder, `${binary}@${version}`)) === undefined) return undefined;
  return { folder, program: node, language: TYPESCRIPT };
}

/** Installs the Python package from its wheel, or as an editable install. */
async function installPython(isEditable: boolean): Promise<Installed | undefined> {
  const folder = makeFolder();
  const source = join(folder, "source");
  cpSync("clients/python", source, { recursive: true });
  const result = { folder, program: join(folder, "bin/python"), language: PYTHON };
  const options = isEditable ? ["--system-site-packages"] : [];
  if ((await attempt(DEBIAN_PYTHON, "-m", "venv", ...options, folder)) === undefined) return undefined;
  const pip = async (...args: string[]) =>
    (await attempt(result.program, "-m", "pip", "install", "--no-index", ...args)) === undefined ? undefined : result;
  if (isEditable) return pip("--no-build-isolation", "-e", source);
  const build = await attempt(DEBIAN_PYTHON, "-m", "build", "--no-isolation", source, "--outdir", built);
  const wheel = readdirSync(built).find((name) => name.endsWith(".whl"));
  return build === undefined || wheel === undefined ? undefined : pip(join(built, wheel));
}

const installed = await Promise.all([
  ...[20, 22, 26].map(async (version) => [`TypeScript, Node ${version}`, await installTypeScript(version)] as const),
  ...[false, true].map(
    async (isEditable) =>
      [`Python, ${isEditable ? "editable" : "from the wheel"}`, await installPython(isEditable)] as const,
  ),
]);

const { server, dataDir, accounts, api_key: GATEWAY_API_KEY } = await startSeeded();
const reviewer = await signIn(server.url, accounts.reviewer);

/** A proxy that loses the first answer of the gateway, and answers 502 while the gateway is away. */
async function startProxy() {
  const answers: (string | null)[] = [];
  const { origin } = await listen(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { authorization = "", "idempotency-key": key = "" } = request.headers;
    const sent = request.method === "POST" ? { method: "POST", body } : {};
    const headers = { authorization, ...(key === "" ? {} : { "idempotency-key": String(key) }) };
    const answer = await fetch(`${server.url}${request.url}`, { ...sent, headers }).catch(() => undefined);
    if (answer === undefined) return void response.writeHead(502).end("<html>Bad gateway</html>");
    const text = await answer.text();
    if (request.method === "POST" && answer.ok && answers.push(answer.headers.get("idempotency-replayed")) === 1)
      return void request.socket.destroy();
    const names = ["retry-after", "idempotency-replayed", "content-type"];
    const kept = names.flatMap((name) => (answer.headers.has(name) ? [[name, `${answer.headers.get(name)}`]] : []));
    response.writeHead(answer.status, Object.fromEntries(kept)).end(text);
  });
  return { origin, answers };
}

/** Starts the program of a README up to the proof, then its receiver of webhooks, and a second process that waits too. */
async function startStory({ folder, program, language }: Installed) {
  const proxy = await startProxy();
  const port = await freePort();
  const blocks = [...readFileSync(language.readme, "utf8").matchAll(/```(\w+)\n([\s\S]*?)```/g)]
    .filter(([, fence]) => fence === language.fence)
    .map(([, , code = ""]) => code.replace("http://localhost:3000", proxy.origin).replace("8080", String(port)));
  const [ask = "", resume = "", proof = "", receive = ""] = blocks;
  const [head = ""] = ask.split(/^(?:const )?request = /m);
  const start = (name: string, code: string) => {
    writeFileSync(join(folder, name), code);
    const inFolder = `cd ${folder} && exec ${program} ${name}`;
    return run("sh", ["-c", inFolder], { GATEWAY_API_KEY, WEBHOOK_SECRET });
  };
  writeFileSync(join(folder, "request.json"), JSON.stringify(newRequest()));
  const asking = start(language.file, [ask, proof, language.tamper, receive].join("\n\n"));
  const submissionId = await until("the program waits for review", () => {
    if (asking.hasExited()) throw new Error(asking.output());
    return /Waits for review: \S+\/submissions\/(\S+)\n/.exec(asking.output())?.[1];
  });
  const resuming = start(`resume-${language.file}`, `${head}\n${resume}\n`);
  return { proxy, port, asking, resuming, submissionId };
}

async function deliver(port: number, asking: RunningProcess) {
  const body = JSON.stringify({ type: "test", data: { text: "Grüße" } });
  const headers = signatureHeaders(WEBHOOK_SECRET, { id: "1", at: new Date(), body });
  const post = (sent: string) => fetch(`http://127.0.0.1:${port}`, { method: "POST", headers, body: sent });
  await until("the receiver listens", () =>
    post(body)
      .then(({ status }) => status === 204)
      .catch(() => undefined),
  );
  expect((await post(`${body} `)).status).toBe(400);
  await asking.printed("WebhookError");
}

const present = installed.flatMap(([, one]) => (one === undefined ? [] : [one]));
const stories = new Map(await Promise.all(present.map(async (one) => [one, await startStory(one)] as const)));
await server.end();
await startMain(dataDir, { PORT: String(server.port) });
for (const { submissionId } of stories.values()) {
  const submission = (await reviewer.query("submissions.get", { submissionId })) as Seen;
  await reviewer.mutate("reviews.decide", approval(submission));
}

describe.each(installed)("the README of the client (%s)", (name, one) => {
  const story = one && stories.get(one);
  const title = story === undefined ? ` (skipped: ${name} could not be installed)` : "";

  it.skipIf(story === undefined)(`leads from a refusal to a proof and a webhook, over a restart${title}`, async () => {
    if (story === undefined) return;
    const { proxy, port, asking, resuming } = story;
    await asking.printed("Tampered: ProofError");
    expect(asking.output()).toMatch(/\nProven: event \d+ of \S+ \[\s*0\.\d+/);
    await deliver(port, asking);
    expect(asking.output()).toContain("Webhook: test");
    expect(proxy.answers).toEqual([null, "true"]);
    expect((await resuming.exit).code, resuming.output()).toBe(0);
  });
});

it("the notebook asks, waits and plots (skipped without Python's packages)", async (context) => {
  const python = present.find(({ language }) => language === PYTHON);
  if (python === undefined) return context.skip("Python's packages could not be installed");
  const { cells } = JSON.parse(readFileSync("examples/clients/ask.ipynb", "utf8"));
  const code = cells
    .filter((cell: { cell_type: string }) => cell.cell_type === "code")
    .map(({ source }: { source: string[] }) => source.join(""));
  // Records what would be plotted, because Matplotlib is not a dependency of the tests.
  const stub = `import sys, types
from unittest.mock import MagicMock
pyplot = MagicMock()
pyplot.subplots.return_value = (MagicMock(), axes := MagicMock())
sys.modules["matplotlib"] = types.ModuleType("matplotlib")
sys.modules["matplotlib"].pyplot = sys.modules["matplotlib.pyplot"] = pyplot`;
  const file = join(python.folder, "notebook.py");
  writeFileSync(file, [stub, ...code, 'print("plotted", *axes.barh.call_args.args)'].join("\n\n"));
  const notebook = run(python.program, ["-u", file], { GATEWAY_URL: server.url, GATEWAY_API_KEY });
  const submissionId = await until(
    "the notebook prints the submission",
    () => /submissions\/(\S+)\n/.exec(notebook.output())?.[1],
  );
  const submission = (await reviewer.query("submissions.get", { submissionId })) as Seen;
  await reviewer.mutate("reviews.decide", approval(submission));
  expect((await notebook.exit).code, notebook.output()).toBe(0);
  expect(notebook.output()).toMatch(/Event \d+ of the audit log\nplotted \['yes', 'no'\] \[0\.\d+, 0\.\d+\]\n$/);
});
