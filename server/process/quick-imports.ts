import { registerHooks } from "node:module";

/**
 * For `node --import`, before any code that opens a database. For the format of each module Node parses the `exports` of
 * its package's whole package.json, and drizzle-orm has 130 kB of them beside a hundred modules: a quarter of the
 * processor time of a start.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    const isKnown = /^\..*\.js$/.test(specifier) && parentURL?.includes("/node_modules/drizzle-orm/");
    if (!isKnown) return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
  },
});
