/**
 * Next runs this file in the browser before everything else. The content security policy permits no `new Function`,
 * by which zod would make its schemas faster: it need not try. Set where zod looks for it, and not by its `config()`,
 * which would bring zod to pages that do not use it.
 */
Reflect.set(globalThis, "__zod_globalConfig", { jitless: true });
