/**
 * Where it answers with the prices of its market. Others under its names play: `testnet.binance.vision` and
 * `demo-api.binance.com` have thin books of free coins, in which anybody makes any price.
 */
const HOSTS: ReadonlySet<string> = new Set([
  ...['data-api.binance.vision', 'data-stream.binance.vision', 'stream.binance.com'],
  ...['api', 'api1', 'api2', 'api3', 'api4', 'api-gcp'].map((name) => `${name}.binance.com`),
]);

export interface BinanceUrls {
  restUrl: URL;
  streamUrl: URL;
}

/** Whose prices these are: by the encrypted connection to one of its own hosts for real prices alone. */
export const sourceOf = ({ restUrl, streamUrl }: BinanceUrls): 'binance' | 'standIn' =>
  restUrl.protocol === 'https:' &&
  streamUrl.protocol === 'wss:' &&
  HOSTS.has(restUrl.hostname) &&
  HOSTS.has(streamUrl.hostname)
    ? 'binance'
    : 'standIn';

/** Its public market data, which need no key. */
export const PUBLIC_DATA: BinanceUrls = {
  restUrl: new URL('https://data-api.binance.vision'),
  streamUrl: new URL('wss://data-stream.binance.vision'),
};
