import { registerHooks } from "node:module";

/**
 * Speeds up imports of drizzle-orm; loaded by `node --import` before any code that opens a database. To find the format
 * of each of a hundred modules, Node parses drizzle-orm's package.json, whose `exports` have 130 kB. Without this hook,
 * parsing takes a quarter of the CPU time of a start.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    const isKnown = /^\..*\.js$/.test(specifier) && parentURL?.includes("/node_modules/drizzle-orm/");
    if (!isKnown) return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
  },
});
