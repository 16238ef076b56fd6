import {
  CLOSE_CHANGED,
  CLOSE_REPLACED,
  CLOSE_RESTART,
  CLOSE_SIGNED_OUT,
  type Channel,
  type ServerMessage,
} from '@plecho/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeSocket } from './fake-socket.ts';
import { GATHER_MS, StreamClient, type StreamOptions } from './stream-client.ts';

const tickers: Channel = { channel: 'tickers', market: 'main' };
const account: Channel = { channel: 'account', market: 'main' };

const frame = (kind: 'snapshot' | 'update', seq: number): ServerMessage => ({
  type: 'tickers',
  kind,
  seq,
  market: 'main',
  data: { now: 1_000, label: 'Синтетический рынок', status: 'running', halted: false, rows: [] },
});

let sockets: FakeSocket[] = [];
let online = true;
const onSignedOut = vi.fn();
const onRefused = vi.fn();
const onChanged = vi.fn();

const options: StreamOptions = {
  connect: () => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  },
  onSignedOut,
  onRefused,
  onChanged,
  isOnline: () => online,
  now: () => Date.now(),
  random: () => 0.999_999,
};

let client = new StreamClient(options);
const newest = (): FakeSocket => sockets.at(-1) ?? expect.fail('nothing connected');

/** Subscribes and notes the frames that arrive: "s7" for a snapshot, "u8" for an update. */
function watch(channel: Channel): { seen: string[]; leave: () => void; refused: string[] } {
  const seen: string[] = [];
  const refused: string[] = [];
  const leave = client.subscribe(channel, {
    onFrame: ({ kind, seq }) => seen.push(`${kind === 'snapshot' ? 's' : 'u'}${seq}`),
    onRefused: (code) => refused.push(code),
  });
  return { seen, leave, refused };
}

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  online = true;
  onSignedOut.mockReset();
  onRefused.mockReset();
  onChanged.mockReset();
  client = new StreamClient(options);
});

afterEach(() => {
  client.stop();
  vi.useRealTimers();
});

describe('sequence', () => {
  it('delivers a snapshot and the updates that follow it', () => {
    client.start();
    const { seen } = watch(tickers);
    newest().accept();
    expect(newest().subscribed).toEqual([tickers]);
    newest().show(frame('snapshot', 7), frame('update', 8), frame('update', 9));
    expect(seen).toEqual(['s7', 'u8', 'u9']);
    expect(client.sequenceOf(tickers)).toBe(9);
  });

  it('ignores updates before the snapshot and repeated ones', () => {
    client.start();
    const { seen } = watch(tickers);
    newest().accept();
    newest().show(frame('update', 4), frame('snapshot', 5), frame('update', 5), frame('update', 6));
    expect(seen).toEqual(['s5', 'u6']);
  });

  it('asks for a snapshot at a gap and shows nothing in between', () => {
    client.start();
    const { seen } = watch(tickers);
    newest().accept();
    newest().show(frame('snapshot', 1), frame('update', 3), frame('update', 4));
    expect(seen).toEqual(['s1']);
    expect(newest().subscribed).toEqual([tickers, tickers]);
    newest().show(frame('snapshot', 5), frame('update', 6));
    expect(seen).toEqual(['s1', 's5', 'u6']);
  });

  it('takes a snapshot with a smaller number: the server has started again', () => {
    client.start();
    const { seen } = watch(tickers);
    newest().accept();
    newest().show(frame('snapshot', 900), frame('snapshot', 2), frame('update', 3));
    expect(seen).toEqual(['s900', 's2', 'u3']);
  });
});

describe('gathering', () => {
  it('shows what is said within the time of one picture together, in its order', () => {
    client.start();
    const { seen } = watch(tickers);
    newest().accept();
    newest().say(frame('snapshot', 1));
    vi.advanceTimersByTime(GATHER_MS - 1);
    newest().say(frame('update', 2));
    expect(seen).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(seen).toEqual(['s1', 'u2']);
    newest().show(frame('update', 3));
    expect(seen).toEqual(['s1', 'u2', 'u3']);
  });

  it('shows what was said before the other side ended the connection', () => {
    client.start();
    const { seen } = watch(tickers);
    newest().accept();
    newest().say(frame('snapshot', 1));
    newest().end();
    expect(seen).toEqual(['s1']);
  });

  it('comes back also where what it shows last cannot be shown', () => {
    client.start();
    client.subscribe(tickers, { onFrame: () => expect.fail('a screen that breaks') });
    newest().accept();
    newest().say(frame('snapshot', 1));
    expect(() => newest().end()).toThrow('a screen that breaks');
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(2);
  });

  it('shows nothing of a connection that it has left itself', () => {
    client.start();
    const { seen } = watch(tickers);
    newest().accept();
    newest().say(frame('snapshot', 1));
    client.stop();
    client.start();
    newest().accept();
    newest().show(frame('update', 2));
    expect(seen).toEqual([]);
  });
});

describe('reconnecting', () => {
  it('subscribes to everything again and waits for snapshots', () => {
    client.start();
    const prices = watch(tickers);
    const money = watch(account);
    newest().accept();
    newest().show(frame('snapshot', 1));
    newest().end();
    expect(client.connection().state).toBe('reconnecting');
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(2);
    newest().accept();
    expect(newest().subscribed).toEqual([tickers, account]);
    newest().show(frame('update', 2));
    expect(prices.seen).toEqual(['s1']);
    newest().show(frame('snapshot', 40));
    expect(prices.seen).toEqual(['s1', 's40']);
    expect(money.seen).toEqual([]);
    expect(client.connection().state).toBe('live');
  });

  it('waits longer after each failure and starts over once it was live', () => {
    client.start();
    for (const wait of [500, 1000, 2000]) {
      newest().end();
      vi.advanceTimersByTime(wait - 1);
      const before = sockets.length;
      vi.advanceTimersByTime(1);
      expect(sockets).toHaveLength(before + 1);
    }
    newest().accept();
    newest().say({ type: 'pong', n: 1 });
    newest().end(CLOSE_RESTART);
    const before = sockets.length;
    vi.advanceTimersByTime(500);
    expect(sockets).toHaveLength(before + 1);
  });

  it('hears nothing from a socket that it has left', () => {
    client.start();
    const { seen } = watch(tickers);
    const old = newest();
    old.accept();
    newest().show(frame('snapshot', 1));
    old.end();
    vi.advanceTimersByTime(500);
    newest().accept();
    newest().show(frame('snapshot', 10));
    old.say(frame('update', 11));
    old.end();
    vi.advanceTimersByTime(GATHER_MS);
    expect(seen).toEqual(['s1', 's10']);
    expect(client.connection().state).toBe('live');
  });

  it('leaves a connection that has gone silent', () => {
    client.start();
    watch(tickers);
    newest().accept();
    newest().say(frame('snapshot', 1));
    vi.advanceTimersByTime(15_000);
    expect(sockets).toHaveLength(2);
    expect(client.connection().state).toBe('reconnecting');
  });

  it.each([
    ['never opens', () => undefined],
    ['opens and never speaks', () => newest().accept()],
  ])('leaves a connection that %s, and tries again', (_, happens) => {
    client.start();
    happens();
    vi.advanceTimersByTime(15_000);
    expect(sockets).toHaveLength(2);
    expect(client.connection().state).toBe('reconnecting');
    happens();
    vi.advanceTimersByTime(15_000);
    expect(sockets).toHaveLength(3);
    newest().accept();
    newest().say(frame('snapshot', 1));
    expect(client.connection().state).toBe('live');
  });

  it('lets a new connection speak, however long the one before was gone', () => {
    client.start();
    newest().accept();
    newest().say(frame('snapshot', 1));
    newest().end();
    for (let n = 0; n < 6; n += 1) {
      newest().end();
      vi.advanceTimersByTime(15_000);
    }
    const fresh = newest();
    fresh.accept();
    vi.advanceTimersByTime(5_000);
    expect(newest()).toBe(fresh);
  });

  it('asks about the session when a connection is refused', () => {
    client.start();
    newest().end();
    expect(onRefused).toHaveBeenCalledOnce();
    expect(onSignedOut).not.toHaveBeenCalled();
  });

  it('does not come back after the session ended', () => {
    client.start();
    newest().accept();
    newest().end(CLOSE_SIGNED_OUT);
    expect(onSignedOut).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
  });

  it('asks who is signed in after that has changed, once, when it is connected again', () => {
    client.start();
    newest().accept();
    newest().end(CLOSE_CHANGED);
    expect(onChanged).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    newest().accept();
    expect(onChanged).toHaveBeenCalledOnce();
    newest().end(CLOSE_RESTART);
    vi.advanceTimersByTime(60_000);
    newest().accept();
    expect(onChanged).toHaveBeenCalledOnce();
    expect(onSignedOut).not.toHaveBeenCalled();
  });

  it('S11 does not push out the tab that took its place, but comes back when the person does', () => {
    client.start();
    watch(tickers);
    newest().accept();
    newest().say(frame('snapshot', 1));
    newest().end(CLOSE_REPLACED);
    expect(client.connection()).toMatchObject({ state: 'replaced', latencyMs: null });
    vi.advanceTimersByTime(600_000);
    expect(sockets).toHaveLength(1);
    client.resume();
    newest().accept();
    newest().say(frame('snapshot', 9));
    expect(sockets).toHaveLength(2);
    expect(client.connection().state).toBe('live');
  });

  it('says that the device has no network', () => {
    client.start();
    newest().accept();
    newest().say(frame('snapshot', 1));
    online = false;
    newest().end();
    expect(client.connection().state).toBe('offline');
    online = true;
    client.resume();
    newest().accept();
    newest().say({ type: 'pong', n: 1 });
    expect(client.connection().state).toBe('live');
  });
});

describe('a page that comes back', () => {
  it('asks for fresh snapshots of an open connection', () => {
    client.start();
    const { seen } = watch(tickers);
    newest().accept();
    newest().show(frame('snapshot', 1));
    client.resume();
    expect(newest().subscribed).toEqual([tickers, tickers]);
    newest().show(frame('update', 2));
    newest().show(frame('snapshot', 2));
    expect(seen).toEqual(['s1', 's2']);
    expect(sockets).toHaveLength(1);
  });

  it('gives a connection that only looks open three seconds', () => {
    client.start();
    newest().accept();
    newest().say(frame('snapshot', 1));
    vi.advanceTimersByTime(1_000);
    client.resume();
    vi.advanceTimersByTime(2_999);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(2);
  });

  it('connects at once instead of waiting for its turn', () => {
    client.start();
    for (let n = 0; n < 5; n += 1) {
      newest().end();
      vi.advanceTimersByTime(15_000);
    }
    newest().end();
    const before = sockets.length;
    client.resume();
    expect(sockets).toHaveLength(before + 1);
  });

  it('connects at once when the server has answered something else, if it waits for its turn', () => {
    client.start();
    client.hurry();
    expect(sockets).toHaveLength(1);
    newest().accept();
    newest().say(frame('snapshot', 1));
    client.hurry();
    expect(sockets).toHaveLength(1);
    newest().end();
    client.hurry();
    expect(sockets).toHaveLength(2);
    newest().end(CLOSE_REPLACED);
    client.hurry();
    expect(sockets).toHaveLength(2);
  });
});

describe('subscriptions', () => {
  it('gives a second handler of a channel its snapshot and keeps the channel until both left', () => {
    client.start();
    const first = watch(tickers);
    newest().accept();
    newest().show(frame('snapshot', 1));
    const second = watch(tickers);
    expect(newest().subscribed).toHaveLength(2);
    newest().show(frame('snapshot', 1));
    newest().show(frame('update', 2));
    expect(second.seen).toEqual(['s1', 'u2']);
    first.leave();
    expect(newest().received.filter(({ op }) => op === 'unsubscribe')).toEqual([]);
    second.leave();
    second.leave();
    expect(newest().received.filter(({ op }) => op === 'unsubscribe')).toHaveLength(1);
    newest().show(frame('update', 3));
    expect(second.seen).toEqual(['s1', 'u2']);
  });

  it('passes a refusal to whoever asked', () => {
    client.start();
    const { refused } = watch(account);
    newest().accept();
    newest().say({
      type: 'error',
      code: 'market_not_entered',
      error: 'Сначала войдите на этот рынок',
      key: 'account:main',
    });
    expect(refused).toEqual(['market_not_entered']);
  });
});

it('measures the round trip of a ping', () => {
  client.start();
  newest().accept();
  vi.advanceTimersByTime(42);
  newest().say({ type: 'pong', n: newest().pings[0] ?? 0 });
  expect(client.connection().latencyMs).toBe(42);
});

it('tells its listeners about changes of state only', () => {
  const listener = vi.fn();
  client.listen(listener);
  client.start();
  newest().accept();
  newest().say(frame('snapshot', 1));
  expect(listener).toHaveBeenCalledOnce();
  newest().say(frame('snapshot', 2));
  expect(listener).toHaveBeenCalledOnce();
});
