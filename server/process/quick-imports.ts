import { registerHooks } from "node:module";

/**
 * Loaded by `node --import`, before any code that opens a database. To find a module's format, Node parses the whole
 * package.json of its package. That of drizzle-orm has 130 kB of `exports` for a hundred modules, which takes a quarter
 * of the CPU time of a start.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    const isKnown = /^\..*\.js$/.test(specifier) && parentURL?.includes("/node_modules/drizzle-orm/");
    if (!isKnown) return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
  },
});
