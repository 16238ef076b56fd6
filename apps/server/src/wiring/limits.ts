import { connectionLimits, type ConnectionLimits } from '../api/connections.ts';
import { DEFAULT_THROTTLE, type ThrottleLimits } from '../identity/throttle.ts';
import { openFileLimit } from '../lib/open-files.ts';
import type { BucketLimit } from '../lib/token-buckets.ts';
import { DEFAULT_STREAM_LIMITS, type StreamLimits } from '../streams/streams.ts';

/** Of the connections: requests need some too. */
const STREAM_SHARE = 0.8;

export interface Limits {
  /** From one address; ten times as many from a loopback one. */
  requestsPerMinute: number;
  connections: ConnectionLimits;
  throttle: ThrottleLimits;
  streams: StreamLimits;
  /** Commands of trading from one account. */
  commands: BucketLimit;
}

const connections = connectionLimits(openFileLimit());

export const DEFAULT_LIMITS: Limits = {
  requestsPerMinute: 6_000,
  connections,
  throttle: DEFAULT_THROTTLE,
  streams: {
    ...DEFAULT_STREAM_LIMITS,
    total: Math.min(DEFAULT_STREAM_LIMITS.total, Math.floor(connections.total * STREAM_SHARE)),
  },
  commands: { perSecond: 20, burst: 200 },
};
