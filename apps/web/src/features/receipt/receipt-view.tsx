import type { ReactNode } from 'react';
import type { Trade } from '@plecho/contract';
import { useMarket, useMarkets } from '@/api/queries.ts';
import { paths } from '@/app/paths.ts';
import { priceDecimalsOf } from '@/lib/format.ts';
import { provenanceWords } from '@/lib/provenance.ts';
import { usePair } from '@/live/index.ts';
import { buttonClass } from '@/ui/button.tsx';
import { MarkedWords } from '@/ui/marked-words.tsx';
import { Badge, Icon, Link, Money, PercentText, SideBadge, Skeleton, type BadgeTone } from '@/ui/index.ts';
import { ReceiptChart } from './receipt-chart.tsx';
import { ReceiptComparison } from './receipt-comparison.tsx';
import { ReceiptFacts } from './receipt-facts.tsx';
import { receiptFigures, rulesOf, type ReceiptFigures } from './receipt-figures.ts';
import { ReceiptFormula } from './receipt-formula.tsx';
import { receiptSentences } from './receipt-sentence.ts';
import { Note, NotesButton, useReceiptNotes } from './receipt-notes.tsx';
import { formatR } from '@/lib/trade-risk.ts';
import { receiptTexts as texts } from './texts.ts';
import { useReceiptPath, type ReceiptPath } from './use-receipt-path.ts';

const REASON_TONE: Record<Trade['reason'], BadgeTone> = {
  user: 'neutral',
  takeProfit: 'up',
  stopLoss: 'down',
  trailingStop: 'neutral',
  order: 'neutral',
  liquidation: 'warn',
  attemptEnd: 'warn',
  marketEnd: 'neutral',
};

/** What was traded and where; the market's label and the word "practice" are part of every screenshot. */
function Head({ trade, figures, notes }: { trade: Trade; figures: ReceiptFigures; notes: ReactNode }) {
  const selected = useMarket();
  const { data: markets = [] } = useMarkets();
  const market = [selected, ...markets].find(({ id }) => id === trade.market);
  const provenance = market === undefined ? null : provenanceWords(market);
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-1.5">
          <span className="text-base font-semibold">{trade.symbol}</span>
          <SideBadge side={trade.type} />
          <Badge>{trade.leverage}x</Badge>
          {/* On a narrow screen the button for the notes does not stand in a line by itself. */}
          <div className="flex items-center gap-1.5">
            <Badge tone={REASON_TONE[trade.reason]}>
              {trade.seasonEnd ? texts.seasonEnd : texts.reason[trade.reason]}
            </Badge>
            {notes}
          </div>
        </div>
        <MarkedWords className="text-xs">
          {trade.label} · {texts.practice}
        </MarkedWords>
        {provenance !== null && <p className="text-xs text-muted">{provenance}</p>}
      </div>
      <div className="grow sm:text-right">
        <p className="text-xl leading-none font-semibold">
          <Money value={figures.net} signed unit />
        </p>
        <p className="mt-1.5 text-xs text-muted">
          {texts.result}, <PercentText value={figures.netBp} /> {texts.ofMargin}
          {figures.r === null ? null : `, ${texts.inRShort(formatR(figures.r))}`}
        </p>
      </div>
    </header>
  );
}

/** Where the best and worst prices are from; '' when neither the trade nor candles tell of them. */
function noteOf({ extremes, candles, window, status }: ReceiptPath): string {
  const isUntold = candles.length === 0 && status !== 'pending';
  if (extremes === null || (extremes.source === 'drawn' && isUntold)) return '';
  return texts.extremesNote[extremes.source](texts.interval[window.interval]);
}

interface PathProps {
  trade: Trade;
  figures: ReceiptFigures;
  priceDecimals: number;
  path: ReceiptPath;
}

/** What is said below the chart is known before its candles come, and keeps its place. */
function Path({ trade, figures, priceDecimals, path }: PathProps) {
  const isPending = path.status === 'pending';
  return (
    <figure>
      {isPending ? (
        <Skeleton className="h-[230px]" />
      ) : (
        <ReceiptChart trade={trade} figures={figures} priceDecimals={priceDecimals} {...path} />
      )}
      <figcaption className="mt-1 text-xs text-muted">
        {!isPending && path.candles.length === 0 && <>{texts.chartFailed} </>}
        {noteOf(path)}
      </figcaption>
    </figure>
  );
}

function Records({ trade }: { trade: Trade }) {
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-hairline pt-3">
      <p className="min-w-0 flex-1 basis-64 text-xs text-muted tabular">
        {texts.records}: {texts.entry.toLowerCase()} {texts.record(trade.entryRecord.seq)}, {texts.exit.toLowerCase()}{' '}
        {texts.record(trade.exitRecord.seq)}. {texts.recordsHint}
      </p>
      <Link href={paths.proof({ trade: trade.id, market: trade.market })} className={buttonClass('secondary', 'sm')}>
        <Icon name="shield" />
        {texts.check}
      </Link>
    </footer>
  );
}

/** Why a position closed: the path of the price, the rule in words and in figures, and the trade without leverage. */
export function ReceiptView({ trade }: { trade: Trade }) {
  const market = useMarket();
  const pair = usePair(trade.symbol);
  const figures = receiptFigures(trade, rulesOf(market));
  const priceDecimals = pair?.priceDecimals ?? priceDecimalsOf(figures.entry);
  const path = useReceiptPath(trade);
  const [hasNotes, toggleNotes] = useReceiptNotes(trade.id);
  const { notes } = texts;
  return (
    <article className="flex flex-col gap-4">
      <Head trade={trade} figures={figures} notes={<NotesButton isOpen={hasNotes} onToggle={toggleNotes} />} />
      <Note isOpen={hasNotes}>{notes.result}</Note>
      <div className="flex flex-col gap-1.5 text-base">
        {receiptSentences(trade, figures, priceDecimals, market.kind).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <Note isOpen={hasNotes}>{notes.path}</Note>
      <Path trade={trade} figures={figures} priceDecimals={priceDecimals} path={path} />
      <Note isOpen={hasNotes && trade.leverage > 1}>{notes.comparison}</Note>
      <ReceiptComparison trade={trade} figures={figures} />
      <Note isOpen={hasNotes}>{notes.formula}</Note>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <section>
          <h2 className="mb-2 font-semibold">{texts.formulaTitle}</h2>
          <ReceiptFormula trade={trade} figures={figures} market={market} priceDecimals={priceDecimals} />
        </section>
        <section>
          <h2 className="mb-2 font-semibold">{texts.factsTitle}</h2>
          <ReceiptFacts trade={trade} figures={figures} extremes={path.extremes} priceDecimals={priceDecimals} />
        </section>
      </div>
      <Note isOpen={hasNotes}>{notes.records}</Note>
      <Records trade={trade} />
    </article>
  );
}
