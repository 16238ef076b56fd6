import lighthouse from 'lighthouse';
import { CHROMIUM_ARGS, chromiumPath } from '../../../tools/product/browser.ts';
import type { Product } from '../../../tools/product/process.ts';
import { chromium } from '@playwright/test';
import { signUp } from '../lib/browser.ts';
import { median, round, type Result } from '../lib/result.ts';

const RUNS = 3;
const DEVTOOLS_PORT = 9333;

/** Lighthouse's mobile performance score of the phone's trade screen. */
export async function measureLighthouse(product: Product): Promise<Result[]> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [`--remote-debugging-port=${DEVTOOLS_PORT}`, ...CHROMIUM_ARGS],
  });
  try {
    const cookie = await signUp(product.url);
    const scores: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const outcome = await lighthouse(`${product.url}/mobile/trade`, {
        port: DEVTOOLS_PORT,
        onlyCategories: ['performance'],
        extraHeaders: { Cookie: cookie },
        logLevel: 'error',
        maxWaitForLoad: 20_000,
      });
      scores.push((outcome?.lhr.categories['performance']?.score ?? 0) * 100);
    }
    const score = median(scores);
    return [
      {
        name: 'Lighthouse mobile performance, trade screen',
        value: round(score, 0),
        unit: 'points',
        ceiling: null,
        ratio: null,
        target: '≥ 90',
        met: score >= 90,
        note: `median of ${RUNS} runs: ${scores.map((value) => value.toFixed(0)).join(', ')}; simulated throttling`,
      },
    ];
  } finally {
    await browser.close();
  }
}
