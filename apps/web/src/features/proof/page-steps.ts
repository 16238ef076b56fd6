import type { Trade } from '@plecho/contract';
import type { StepResult, TradeProof } from '@plecho/proofs';
import { pageStepTexts as texts, type ComparedField } from './page-step-texts.ts';
import { reasonOf } from './step-texts.ts';
import type { CheckedProof } from './use-verified.ts';

/** What the page checks beyond the file: a proof may be right, and of something else. */
export interface PageStep {
  title: string;
  outcome: StepResult['outcome'];
  /** What it proves, or why it was not checked; of a step that failed what is wrong, as the end of a sentence. */
  words: string;
  /** What to do about it, where it failed. */
  advice: string;
}

/** The trade whose proof was asked for. */
export interface AskedTrade {
  id: string;
  market: string;
  /** As the screens show it; null where the server has not said. */
  shown: Pick<Trade, ComparedField> | null;
}

const COMPARED = Object.keys(texts.asked.fields) as ComparedField[];

function askedStep({ trade }: TradeProof, { id, market, shown }: AskedTrade): PageStep {
  const { title, proves, notShown, otherTrade, otherNumbers, advice } = texts.asked;
  const of = (outcome: PageStep['outcome'], words: string): PageStep => ({ title, outcome, words, advice });
  if (trade.id !== id || trade.market !== market) return of('failed', otherTrade(trade.id, trade.market));
  if (shown === null) return of('unchecked', notShown);
  const others = COMPARED.filter((name) => trade[name] !== shown[name]);
  return others.length === 0 ? of('passed', proves) : of('failed', otherNumbers(others));
}

/** The steps of the page. @param asked null for a file that somebody has brought */
export function pageSteps({ ok, isForeign, proof }: CheckedProof, asked: AskedTrade | null): PageStep[] {
  const { title, problem, advice } = texts.installation;
  const installation: PageStep[] = isForeign ? [{ title, outcome: 'failed', words: problem, advice }] : [];
  if (asked === null) return installation;
  if (ok && proof !== null) return [...installation, askedStep(proof, asked)];
  const words = reasonOf('earlier_step_failed');
  return [...installation, { title: texts.asked.title, outcome: 'unchecked', words, advice: '' }];
}
