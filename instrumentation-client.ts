/**
 * Next runs this file in the browser before all other code. Disables zod's JIT compilation, because the content
 * security policy forbids `new Function`. Sets zod's global variable directly, because importing zod's `config()`
 * would load zod on pages that do not use it.
 */
Reflect.set(globalThis, "__zod_globalConfig", { jitless: true });
