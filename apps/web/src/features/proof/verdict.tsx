import type { ProvenTrade } from '@plecho/proofs';
import type { ReactNode } from 'react';
import { cx } from '@/lib/class-names.ts';
import { formatExactPrice } from '@/lib/format.ts';
import { parsePrice, parseUsdt } from '@plecho/domain';
import { Badge, SideBadge } from '@/ui/badge.tsx';
import { Icon } from '@/ui/icons.tsx';
import { MarkedWords } from '@/ui/marked-words.tsx';
import { Money } from '@/ui/money.tsx';
import { factTexts } from './fact-texts.ts';
import { pageStepTexts } from './page-step-texts.ts';
import type { PageStep } from './page-steps.ts';
import { adviceOf, problemOf, stepWords, verdictTexts as texts } from './step-texts.ts';
import type { CheckedProof } from './use-verified.ts';

const LEAST_DECIMALS = 2;
const written = (price: string): string => formatExactPrice(parsePrice(price) ?? 0n, LEAST_DECIMALS);

interface TradeLineProps {
  trade: ProvenTrade;
  /** Whether the words of the file are those of this installation. */
  isTrusted: boolean;
}

/** Which trade it is; a screenshot of it can't be mistaken for one with real money. */
function TradeLine({ trade, isTrusted }: TradeLineProps) {
  const net = (parseUsdt(trade.pnl) ?? 0n) - (parseUsdt(trade.fee) ?? 0n);
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{trade.symbol}</span>
        <SideBadge side={trade.type} />
        <Badge>{trade.leverage}x</Badge>
        <span className="tabular">
          {written(trade.entryPrice)} → {written(trade.exitPrice)}
        </span>
        <span className="text-secondary">{factTexts.reasons[trade.reason]}</span>
        <Money value={net} signed unit />
      </p>
      <MarkedWords className="text-xs">
        {isTrusted && `${trade.label} · `}
        {texts.practice}
      </MarkedWords>
    </div>
  );
}

type Failure = Omit<PageStep, 'outcome'>;

/** The first step that failed, of the file and then of the page. */
function failureOf({ steps }: CheckedProof, more: readonly PageStep[]): Failure | null {
  const failed = steps.find(({ outcome }) => outcome === 'failed');
  if (failed === undefined) return more.find(({ outcome }) => outcome === 'failed') ?? null;
  const { step, code } = failed;
  return { title: stepWords[step].title, words: problemOf(step, code), advice: adviceOf(step, code) };
}

function Refuted({ failure: { title, words, advice } }: { failure: Failure }) {
  return (
    <>
      <p className="text-lg font-semibold text-pretty text-down">
        <Icon name="alert" className="mr-2 inline size-5 align-[-0.2em]" />
        {texts.refuted}: <span className="font-normal">{texts.refutedAt(title, words)}</span>
      </p>
      <p className="text-pretty text-primary">{advice}</p>
    </>
  );
}

const Confirmed = () => (
  <p className="text-lg font-semibold text-pretty">
    <Icon name="check" className="mr-2 inline size-5 align-[-0.2em] text-up" />
    {texts.confirmed}: <span className="font-normal">{texts.confirmedWhy}</span>
  </p>
);

/** Nobody's lie, and no confirmation either. */
function Foreign() {
  const { foreign, foreignWhy, advice } = pageStepTexts.installation;
  return (
    <>
      <p className="text-lg font-semibold text-pretty text-warn">
        <Icon name="alert" className="mr-2 inline size-5 align-[-0.2em]" />
        {foreign}: <span className="font-normal">{foreignWhy}</span>
      </p>
      <p className="text-pretty text-primary">{advice}</p>
    </>
  );
}

interface VerdictProps {
  verified: CheckedProof;
  /** Those of the page. */
  more: readonly PageStep[];
  actions?: ReactNode;
}

/** What came out, in words, and what to do about it. */
export function Verdict({ verified, more, actions }: VerdictProps) {
  const { ok, isForeign, steps, proof } = verified;
  const failure = failureOf(verified, more);
  const all = [...steps, ...more];
  const signature = steps.find(({ step }) => step === 'signature');
  const isTrusted = signature?.facts['trusted'] === 'yes';
  const passed = all.filter(({ outcome }) => outcome === 'passed').length;
  return (
    <section className={cx('rounded-lg border bg-panel p-4', failure === null ? 'border-up/50' : 'border-down/60')}>
      <div className="flex flex-col gap-2">
        {failure === null && <Confirmed />}
        {failure !== null && (ok && isForeign ? <Foreign /> : <Refuted failure={failure} />)}
        {failure === null && !isTrusted && <p className="text-pretty text-warn">{texts.untrusted}</p>}
      </div>
      {/* Of what nobody has signed nothing is repeated. */}
      {proof !== null && signature?.outcome === 'passed' && (
        <div className="mt-3">
          <TradeLine trade={proof.trade} isTrusted={isTrusted} />
        </div>
      )}
      <p className="mt-3 text-xs text-muted tabular">{texts.passedOf(passed, all.length)}</p>
      {actions !== undefined && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
    </section>
  );
}
