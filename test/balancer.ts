import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { freePort } from "./free-port.ts";
import { makeFolder, type RunningProcess, run } from "./run-process.ts";
import { until } from "./until.ts";

const BINARY = "/usr/sbin/nginx";

/** The reason to skip tests that need nginx; undefined if nginx is installed. */
export const withoutNginx = existsSync(BINARY) ? undefined : "nginx is not installed";

/** Starts nginx with deploy/nginx/gateway.conf as load balancer for two gateways on these ports. */
export async function startBalancer(ports: readonly [number, number]): Promise<RunningProcess & { url: string }> {
  const folder = makeFolder();
  const port = await freePort();
  mkdirSync(join(folder, "logs"));
  const shipped = readFileSync(resolve("deploy/nginx/gateway.conf"), "utf8");
  const site = shipped
    .replace("gateway-1:3000", `127.0.0.1:${ports[0]}`)
    .replace("gateway-2:3000", `127.0.0.1:${ports[1]}`)
    // Adds the address of the gateway that answered to each response, for the tests.
    .replace("location / {", "location / {\n add_header X-Upstream $upstream_addr always;")
    .replace("listen 8080", `listen 127.0.0.1:${port}`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const user = process.getuid?.() === 0 ? "user root;\n" : "";
  const config = join(folder, "nginx.conf");
  writeFileSync(
    config,
    `${user}daemon off;\nmaster_process off;\npid ${folder}/pid;\nerror_log stderr warn;\nevents {}\nhttp {\naccess_log off;\n${temporary.join("\n")}\n${site}\n}\n`,
  );
  const balancer = run(BINARY, ["-p", folder, "-c", config]);
  const url = `http://127.0.0.1:${port}`;
  await until("nginx answers", async () => {
    if (balancer.hasExited()) throw new Error(`nginx exited:\n${balancer.output()}`);
    return (await fetch(`${url}/metrics`).catch(() => undefined)) && true;
  });
  return { ...balancer, url };
}
