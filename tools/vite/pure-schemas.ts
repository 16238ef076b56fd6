import type { Plugin } from 'vite';

const SCHEMAS = /[\\/]packages[\\/]contract[\\/]src[\\/][\w-]+\.ts$/;

/** Says of every schema that making it does nothing else, so that one which nobody asks is left out. */
export const markPure = (code: string): string => code.replaceAll(/\bz\.\w+\(/g, '/* @__PURE__ */ $&');

/**
 * Leaves the contract's schemas that no screen uses out of the build. They are marked one by one: told that
 * every function called `z` is pure, the bundler drops what minified packages call so.
 */
export function pureSchemas(): Plugin {
  return {
    name: 'plecho:pure-schemas',
    enforce: 'pre',
    transform: {
      filter: { id: SCHEMAS },
      handler: (code) => ({ code: markPure(code), map: null }),
    },
  };
}
