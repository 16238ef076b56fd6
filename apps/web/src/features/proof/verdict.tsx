import type { ProvenTrade, StepResult, VerifiedProof } from '@plecho/proofs';
import type { ReactNode } from 'react';
import { cx } from '@/lib/class-names.ts';
import { formatExactPrice } from '@/lib/format.ts';
import { parsePrice, parseUsdt } from '@plecho/domain';
import { Badge, SideBadge } from '@/ui/badge.tsx';
import { Icon } from '@/ui/icons.tsx';
import { MarkedWords } from '@/ui/marked-words.tsx';
import { Money } from '@/ui/money.tsx';
import { factTexts } from './fact-texts.ts';
import { adviceOf, problemOf, stepWords, verdictTexts as texts } from './step-texts.ts';

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

function Refuted({ failed: { step, code } }: { failed: StepResult }) {
  return (
    <>
      <p className="text-lg font-semibold text-pretty text-down">
        <Icon name="alert" className="mr-2 inline size-5 align-[-0.2em]" />
        {texts.refuted}:{' '}
        <span className="font-normal">{texts.refutedAt(stepWords[step].title, problemOf(step, code))}</span>
      </p>
      <p className="text-pretty text-primary">{adviceOf(step, code)}</p>
    </>
  );
}

const Confirmed = () => (
  <p className="text-lg font-semibold text-pretty">
    <Icon name="check" className="mr-2 inline size-5 align-[-0.2em] text-up" />
    {texts.confirmed}: <span className="font-normal">{texts.confirmedWhy}</span>
  </p>
);

/** What came out, in words, and what to do about it. */
export function Verdict({ verified: { ok, steps, proof }, actions }: { verified: VerifiedProof; actions?: ReactNode }) {
  const failed = steps.find(({ outcome }) => outcome === 'failed');
  const signature = steps.find(({ step }) => step === 'signature');
  const isTrusted = signature?.facts['trusted'] === 'yes';
  const passed = steps.filter(({ outcome }) => outcome === 'passed').length;
  return (
    <section className={cx('rounded-lg border bg-panel p-4', ok ? 'border-up/50' : 'border-down/60')}>
      <div className="flex flex-col gap-2">
        {ok || failed === undefined ? <Confirmed /> : <Refuted failed={failed} />}
        {ok && !isTrusted && <p className="text-pretty text-warn">{texts.untrusted}</p>}
      </div>
      {/* Of what nobody has signed nothing is repeated. */}
      {proof !== null && signature?.outcome === 'passed' && (
        <div className="mt-3">
          <TradeLine trade={proof.trade} isTrusted={isTrusted} />
        </div>
      )}
      <p className="mt-3 text-xs text-muted tabular">{texts.passedOf(passed, steps.length)}</p>
      {actions !== undefined && <div className="mt-3 flex flex-wrap gap-2">{actions}</div>}
    </section>
  );
}
