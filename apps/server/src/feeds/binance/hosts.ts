const OFFICIAL = /\.binance\.(vision|com)$/;

export interface BinanceUrls {
  restUrl: URL;
  streamUrl: URL;
}

/** Whose prices these are: by the encrypted connection to one of its own hosts alone. */
export const sourceOf = ({ restUrl, streamUrl }: BinanceUrls): 'binance' | 'standIn' =>
  restUrl.protocol === 'https:' &&
  streamUrl.protocol === 'wss:' &&
  OFFICIAL.test(restUrl.hostname) &&
  OFFICIAL.test(streamUrl.hostname)
    ? 'binance'
    : 'standIn';

/** Its public market data, which need no key. */
export const PUBLIC_DATA: BinanceUrls = {
  restUrl: new URL('https://data-api.binance.vision'),
  streamUrl: new URL('wss://data-stream.binance.vision'),
};
