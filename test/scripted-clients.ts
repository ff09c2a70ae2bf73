import { spawnSync } from "node:child_process";
import { type RunningProcess, run, runNode } from "./run-process.ts";

type Start = (environment: Record<string, string>) => RunningProcess;

/** Returns for each client its name, a function that runs a script that uses it, and whether its language is missing. */
export const scriptedClients = (typescript: string, python: string): [name: string, start: Start, skip: boolean][] => [
  ["TypeScript", (environment) => runNode(["--input-type=module", "-e", typescript], environment), false],
  [
    "Python",
    (environment) => run("python3", ["-c", python], environment),
    spawnSync("python3", ["--version"]).status !== 0,
  ],
];
