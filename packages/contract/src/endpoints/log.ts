import * as z from 'zod/mini';
import { marketId } from '../common.ts';
import { logKeys, tilePathPattern } from '../log.ts';
import { endpoint, fileEndpoint } from './endpoint.ts';

const ROOT = 'q3Jr2Yx0mPp2T9nJ4l4p1nQbqj3bq0V1o8m8v8y0x2E=';
const INSTALLATION = '6f1c1b0e-8a43-4c3e-9a55-0d6a3b7c9f10';
const NAME = `plecho.log/${INSTALLATION}`;

export const key = endpoint({
  method: 'GET',
  path: '/api/log/key',
  access: 'public',
  description:
    'The keys that sign the logs of this installation, the newest first, each with how it came after the one before.',
  answer: logKeys,
  errors: [],
  example: {
    answer: {
      installation: INSTALLATION,
      name: NAME,
      keys: [{ publicKey: ROOT, madeAt: 1_795_003_600_000, rotation: null }],
    },
  },
});

export const checkpoint = fileEndpoint({
  method: 'GET',
  path: '/api/log/:market/checkpoint',
  access: 'anybody',
  description:
    'The newest checkpoint of a market’s log, a signed note as C2SP’s tlog-checkpoint. Of a personal replay for its owner alone.',
  params: z.strictObject({ market: marketId }),
  media: 'text/plain',
  errors: ['unknown_market', 'no_log'],
  example: {
    params: { market: 'main' },
    answer: `${NAME}/main\n4711\n${ROOT}\n\n— ${NAME}/main Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n`,
  },
});

export const tile = fileEndpoint({
  method: 'GET',
  path: '/api/log/:market/tile/*',
  access: 'anybody',
  description:
    'A tile of a market’s log, hashes of 32 bytes each, or a bundle of its entries, each after its length in two bytes, as C2SP’s tlog-tiles. Of a personal replay for its owner alone.',
  params: z.strictObject({ market: marketId, '*': z.string().check(z.regex(tilePathPattern)) }),
  media: 'application/octet-stream',
  errors: ['unknown_market', 'no_log', 'tile_not_found', 'log_entries_dropped'],
  example: { params: { market: 'main', '*': '0/000.p/1' }, answer: ROOT },
});
