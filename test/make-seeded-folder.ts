import { endProcesses } from "./run-process.ts";
import { copySeededFolder } from "./seeded-folder.ts";

/** Creates the cached folder that most tests copy. Otherwise each worker would create it at the same time. */
await copySeededFolder();
await endProcesses();
