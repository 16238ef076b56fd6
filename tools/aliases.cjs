/** The import alias of the web app, for tools that can't read it from a TypeScript 7 configuration. */
const path = require('node:path');

module.exports = { resolve: { alias: { '@': path.resolve('apps/web/src') } } };
