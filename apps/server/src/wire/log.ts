import type * as wire from '@plecho/contract';
import { rotationName, toBase64 } from '@plecho/proofs';
import type { MarketStatus } from '../engine/market-port.ts';
import type { LogKeys } from '../proofs/ports.ts';

/** Who signs the logs, and how the keys came after each other. */
export function toWireLogKeys({ installation, all }: LogKeys): wire.LogKeys {
  const keys = all.map(({ publicKey, madeAt, rotation }) => ({ publicKey: toBase64(publicKey), madeAt, rotation }));
  return { installation, name: rotationName(installation), keys };
}

/** What everybody who looks at a log at this size has to see. */
export function toWireLogHead({ size, root }: NonNullable<MarketStatus['log']>): wire.LogHead {
  return { size: size.toString(), root: toBase64(root) };
}
