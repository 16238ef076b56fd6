import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { CHROMIUM_ARGS, chromiumPath } from '../../../tools/product/browser.ts';
import type { Product } from '../../../tools/product/process.ts';
import { signInOutside } from '../lib/browser.ts';
import { median, round, type Result } from '../lib/result.ts';

const RUNS = 5;
const DEVTOOLS_PORT = 9333;
/** Lighthouse sometimes fails to record the page at all, which says nothing about the page. */
const ATTEMPTS = 3;

/** Lighthouse's mobile performance score of the phone's trade screen. */
export async function measureLighthouse(product: Product): Promise<Result[]> {
  const scores: number[] = [];
  for (let run = 0; run < RUNS; run += 1) scores.push(await scoreOf(product, ATTEMPTS));
  const score = median(scores);
  return [
    {
      name: 'Lighthouse mobile performance, trade screen',
      value: round(score, 0),
      unit: 'points',
      ceiling: null,
      ratio: null,
      target: '≥ 95',
      met: score >= 95,
      note: `median of ${RUNS} runs, each in a browser of its own: ${scores.map((value) => value.toFixed(0)).join(', ')}; simulated throttling`,
    },
  ];
}

/** @throws Error when the page could not be judged in so many attempts */
async function scoreOf(product: Product, attempts: number): Promise<number> {
  const { score, failure } = await judge(product);
  if (score !== null) return score * 100;
  if (attempts === 1) throw new Error(failure);
  return scoreOf(product, attempts - 1);
}

/** The score from 0 to 1; null with the reason when the page could not be recorded. */
async function judge(product: Product): Promise<{ score: number | null; failure: string }> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [`--remote-debugging-port=${DEVTOOLS_PORT}`, ...CHROMIUM_ARGS],
  });
  try {
    // A header of Lighthouse's own would not reach the stream, which is then drawn as lost.
    await signInOutside(browser, product.url);
    const outcome = await lighthouse(`${product.url}/mobile/trade`, {
      port: DEVTOOLS_PORT,
      onlyCategories: ['performance'],
      logLevel: 'error',
      maxWaitForLoad: 20_000,
    });
    const score = outcome?.lhr.categories['performance']?.score ?? null;
    return { score, failure: outcome?.lhr.runtimeError?.message ?? 'no score' };
  } finally {
    await browser.close();
  }
}
