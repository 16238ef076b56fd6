import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import { bigintLiterals } from '../../tools/vite/bigint-literals.ts';
import { compressed } from '../../tools/vite/compressed.ts';
import { compiledAhead } from '../../tools/vite/compiled-ahead.ts';
import { endpointAddresses } from '../../tools/vite/endpoint-addresses.ts';
import { pureSchemas } from '../../tools/vite/pure-schemas.ts';
import { offlineShell } from '../../tools/vite/offline-shell.ts';

/** The server reads its port from the same variable. */
const { PORT = '3000' } = loadEnv('', import.meta.dirname, 'PORT');

/**
 * The first frame needs index.html alone: its style is written into it and holds what it shows, and its fonts are asked for
 * by that style. Nothing of the application is asked for beside it: the browser would compile it
 * while it should draw. boot.ts, which may import nothing, asks for it after that frame.
 */
function firstFrame(): Plugin {
  let style = '';
  return {
    name: 'plecho:first-frame',
    apply: 'build',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const boot = chunks.find(({ name }) => name === 'boot');
        if (boot?.imports.length !== 0) this.error('the first frame would wait for more than boot.ts');
        const sheets = chunks.find(({ isEntry }) => isEntry)?.viteMetadata?.importedCss;
        for (const file of sheets ?? []) {
          const sheet = bundle[file];
          if (sheet?.type === 'asset') style += String(sheet.source).trim();
          delete bundle[file];
        }
        // Otherwise every screen would ask for it again.
        sheets?.clear();
      },
    },
    transformIndexHtml: {
      order: 'post',
      // The script is the last thing that the browser hears of: it asks for it while it draws.
      handler(html) {
        const [script = ''] = /<script type="module"[^>]*><\/script>/.exec(html) ?? [];
        if (script === '') this.error('index.html asks for no script');
        return {
          html: html.replace(script, '').replace('</body>', () => `${script}</body>`),
          tags: [{ tag: 'style', children: style, injectTo: 'head' as const }],
        };
      },
    },
  };
}

/** Of what is in these, most runs at the start of a screen. */
const RUNS_AT_START = new Set(['base', 'kit', 'desk', 'chart']);

/** What runs before the first frame, and what it imports the application with. */
const BOOT = /apps[\\/]web[\\/]src[\\/]app[\\/]boot\.ts$|vite[\\/]preload-helper|rolldown[\\/]runtime/;
/** Parts of ui, lib and api that only screens of practice money and the operator area need. */
const MONEY =
  /apps[\\/]web[\\/]src[\\/](ui[\\/](choice-list|coin-picker|confirmations|copy-button|long-text|operation-status|qr-code)|lib[\\/](check-address|coins|confirmations|copy-text|operation-texts)|api[\\/](account-log|admin|admin-classes|admin-datasets|deposits|explorer|operations|scenarios|seasons|send-file|wallet|withdrawals))\.tsx?$/;
/** Parts that only screens about markets need, an operator's among them. */
const MARKETS =
  /packages[\\/](domain[\\/]src[\\/]scenario[\\/]|contract[\\/]src[\\/]endpoints[\\/]classes\.ts)|apps[\\/]web[\\/]src[\\/](ui[\\/](before-after|commitment-check|price-lines)|lib[\\/](class-words|price-points|use-seen)|api[\\/](classes|market-details))\.tsx?$/;
/** Parts that only screens of somebody signed in need: the login is light without them. */
const DESK =
  /packages[\\/](domain[\\/]|contract[\\/]src[\\/](command-errors|endpoints[\\/](account|alerts|drills|funding|guesses|lessons|log|markets|notes|orders|persona|positions|prices|replays|results|seasons|trades)\.ts))|apps[\\/]web[\\/]src[\\/](ui[\\/](badge|data-table|dialog|dropdown-menu|empty-state|fact-list|guest-leaving|index|money|panel|percent-text|price-text|resizer|segmented-control|sheet|slider|star|tabs|term|tint|watchlist-picker)|live[\\/][\w-]+|features[\\/](connection[\\/]unanswered-[\w-]+|receipt[\\/]receipt-host|market[\\/](market-badges|market-label|texts)|first-steps[\\/]use-first-steps|order-ticket[\\/]texts)|api[\\/](candles|enter-market|guesses|intents[\\/][\w-]+|market-time|orders|positions|selected-market|sessions|trades)|lib[\\/](chart-surface|close-reasons|drill-market|expiry|format|market-rates|market-time|parse-amount|provenance|spread-labels|storage|tick|trade-risk|trail|use-debounced|use-element-width|use-row-focus|use-visible|watchlists))\.tsx?$/;
/** Parts that several screens of somebody signed in need, but not the trade screen when it opens. */
const SCREENS =
  /packages[\\/]contract[\\/]src[\\/]errors\.ts|apps[\\/]web[\\/]src[\\/](ui[\\/](bank-link|concealed|csv-export|expiry-field|folded|grouped|load-more|moment-input|not-renewed|paged|persona-badge|prose|select-field|trail-field)|api[\\/](alerts|courses|drills|lessons|notes|pages|paths|persona|replays|results)|lib[\\/](csv|download|moments|persona-words|practice-cards|rubles|use-refresh|use-step-focus))\.tsx?$/;
/** Only screens with a form need it; the trade screen is none of them. Each schema is where it is asked. */
const FORMS = /node_modules[\\/](react-hook-form|@hookform|zod)[\\/]|apps[\\/]web[\\/]src[\\/]lib[\\/]form\.ts$/;
const NETWORK =
  /packages[\\/](network[\\/]|contract[\\/]src[\\/]endpoints[\\/](admin|cards|deposits|network|operations|scenarios|wallet|withdrawals)\.ts)|node_modules[\\/]@scure[\\/]/;
/** Parts that only proofs and what watches the logs need. Their code is asked for when a trade or a log is checked. */
const PROOFS = /apps[\\/]web[\\/]src[\\/](api[\\/]log|lib[\\/]log-memory)\.ts$/;
/** Small parts that several of the chart's own parts share: each by itself would be a file. */
const CHARTING =
  /apps[\\/]web[\\/]src[\\/]features[\\/]chart[\\/](chart-colors|chart-time|chart-view|levels|use-candle-feed|compare[\\/]use-comparison)\.ts$/;
const KIT =
  /apps[\\/]web[\\/]src[\\/]((ui|lib|api)[\\/]|app[\\/]paths)|packages[\\/]contract[\\/]src[\\/](request-errors|index|stream-keys|endpoints)/;

/*
 * React's compiler works where it is asked to ('use memo'): on screens and lists that prices pass
 * through several times a second. Everywhere, it would add a tenth to the JavaScript for screens
 * that hardly ever render again.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    bigintLiterals(),
    endpointAddresses(),
    pureSchemas(),
    react({ compiler: { compilationMode: 'annotation' } }),
    tailwind(),
    firstFrame(),
    compiledAhead(RUNS_AT_START),
    offlineShell(),
    compressed(),
  ],
  resolve: { alias: { '@/': fileURLToPath(new URL('./src/', import.meta.url)) } },
  server: {
    port: 5173,
    proxy: {
      // The server compares the Origin with the host it was asked for, so the host stays the page's.
      '/api': { target: `http://127.0.0.1:${PORT}`, ws: true, changeOrigin: false },
    },
  },
  build: {
    target: 'es2023',
    // An asset inlined as a data: URL would be refused by the Content Security Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files: each costs a request before the first screen.
          groups: [
            { name: 'boot', test: BOOT, priority: 6 },
            { name: 'chart', test: /node_modules[\\/]lightweight-charts/, priority: 5 },
            {
              name: 'base',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/,
              priority: 4,
            },
            // A group takes along what its modules import, as far as no group before it has taken it.
            {
              name: 'kit',
              test: (id) =>
                KIT.test(id) && ![MONEY, MARKETS, DESK, SCREENS, FORMS, NETWORK, PROOFS].some((part) => part.test(id)),
              priority: 3,
            },
            { name: 'forms', test: FORMS, priority: 2 },
            { name: 'desk', test: (id) => DESK.test(id) && !MARKETS.test(id), priority: 1 },
            { name: 'screens', test: SCREENS, priority: 0 },
            { name: 'markets', test: MARKETS, priority: 0 },
            { name: 'charting', test: CHARTING, priority: 0 },
            { name: 'money', test: (id) => MONEY.test(id) || NETWORK.test(id), priority: 0 },
          ],
        },
      },
    },
  },
});
