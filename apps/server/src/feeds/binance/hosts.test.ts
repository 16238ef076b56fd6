import { describe, expect, it } from 'vitest';
import { PUBLIC_DATA, sourceOf } from './hosts.ts';

describe('whose prices these are', () => {
  it('C2: only what comes from the exchange’s own hosts, encrypted, bears its name', () => {
    expect(sourceOf(PUBLIC_DATA)).toBe('binance');
    const urls = (rest: string, stream: string) => sourceOf({ restUrl: new URL(rest), streamUrl: new URL(stream) });
    expect(urls('https://api.binance.com', 'wss://stream.binance.com:9443')).toBe('binance');
    for (const rest of [
      ...['http://data-api.binance.vision', 'https://binance.vision.example', 'https://evilbinance.com'],
      ...['https://testnet.binance.vision', 'https://demo-api.binance.com', 'https://binance.com'],
      ...[
        'https://127.0.0.1',
        'https://data-api.binance.vision.example',
        'https://data-api.binance.vision@evil.example',
      ],
    ]) {
      expect(urls(rest, 'wss://data-stream.binance.vision'), rest).toBe('standIn');
    }
    for (const stream of [
      ...['ws://data-stream.binance.vision', 'wss://stream.testnet.binance.vision', 'wss://demo-stream.binance.com'],
      ...['wss://stream.binance.com.example', 'wss://evil.example'],
    ]) {
      expect(urls('https://data-api.binance.vision', stream), stream).toBe('standIn');
    }
  });
});
