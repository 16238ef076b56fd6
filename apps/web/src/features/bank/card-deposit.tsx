import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { Operation } from '@plecho/contract';
import { CARD_MAX_RUB, CARD_MIN_RUB, PRACTICE_CARDS, rublesToUsdt } from '@plecho/network';
import { useChecking } from '@/api/intents/carry-out.ts';
import { coinUnit } from '@/lib/coins.ts';
import { formatClock, formatExactMoney } from '@/lib/format.ts';
import { fieldOf } from '@/lib/form.ts';
import { useStepFocus } from '@/lib/use-step-focus.ts';
import { operationCode } from '@/lib/operation-texts.ts';
import { cardNames } from '@/lib/practice-cards.ts';
import { formatRubles, formatRublesWithUnit, rateText } from '@/lib/rubles.ts';
import { useLiveOperation } from '@/live/index.ts';
import { Button } from '@/ui/button.tsx';
import { ChoiceList } from '@/ui/choice-list.tsx';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { MONEY_UNIT } from '@/ui/money.tsx';
import { OperationStatus } from '@/ui/operation-status.tsx';
import { Panel } from '@/ui/panel.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { parseRubles } from './rubles.ts';
import { texts } from './texts.ts';
import type { CardPayment } from './use-card-payment.ts';

const NOTHING = '—';
const CARDS = PRACTICE_CARDS.map((card) => ({
  value: card,
  label: cardNames[card],
  hint: texts.cards[card],
}));

function CardForm({ payment }: { payment: CardPayment }) {
  const { form, starting } = payment;
  const checking = useChecking('topUp');
  const [amount, card] = useWatch({ control: form.control, name: ['amount', 'card'] });
  const rubles = parseRubles(amount);
  return (
    <form noValidate onSubmit={payment.start} className="flex flex-col gap-4">
      <TextField
        numeric
        label={texts.form.amount}
        placeholder={formatRubles(CARD_MIN_RUB)}
        suffix={coinUnit('RUB')}
        inputMode="numeric"
        readOnly={starting}
        {...fieldOf(form, 'amount')}
      />
      <FactList>
        <Fact name={texts.form.rate}>{texts.form.rateValue(rateText())}</Fact>
        <Fact name={texts.form.credited} strong>
          {rubles === null ? NOTHING : formatExactMoney(rublesToUsdt(rubles))}{' '}
          <span className="text-xs font-normal text-muted">{MONEY_UNIT}</span>
        </Fact>
      </FactList>
      <div className="flex flex-col gap-1.5">
        <p className="text-xs text-secondary">
          {texts.form.card}. <span className="text-muted">{texts.form.cardLead}</span>
        </p>
        <ChoiceList
          label={texts.form.card}
          value={card}
          choices={CARDS}
          disabled={starting}
          onChange={(next) => form.setValue('card', next)}
          className="sm:grid-cols-2"
        />
      </div>
      <p role="alert" className={payment.formError === null ? 'sr-only' : 'text-down'}>
        {payment.formError}
      </p>
      <Button
        type="submit"
        variant="primary"
        className="h-10 pointer-coarse:h-12"
        disabled={rubles === null || rubles < CARD_MIN_RUB}
        pending={starting}
        checking={checking}
      >
        {starting ? texts.form.sending : texts.form.submit}
      </Button>
    </form>
  );
}

interface ResultProps {
  operation: Operation;
  payment: CardPayment;
  marketLabel: string;
}

function Result({ operation, payment, marketLabel }: ResultProps) {
  const live = useLiveOperation(operation);
  const failed = live.status === 'failed';
  return (
    <div className="flex flex-col gap-4">
      <OperationStatus operation={live} marketLabel={marketLabel} />
      <Button onClick={() => payment.again(!failed)}>{failed ? texts.result.retry : texts.result.another}</Button>
    </div>
  );
}

/** The way back to a top-up that waits at the bank; nothing while there is none. */
export function UnfinishedPayment({ payment }: { payment: CardPayment }) {
  const { unfinished } = payment;
  if (unfinished === null || payment.stage.name !== 'form') return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-2 rounded-md border border-warn/40 bg-warn-soft px-3 py-2"
    >
      <span className="text-warn">
        {texts.pending.title} {operationCode(unfinished.code)}, {formatRublesWithUnit(Number(unfinished.amount))}
        {unfinished.waitsUntil !== null && `. ${texts.pending.waits(formatClock(unfinished.waitsUntil / 1000))}`}
      </span>
      <Button size="sm" onClick={() => payment.resume(unfinished.id)}>
        {texts.pending.resume}
      </Button>
    </div>
  );
}

function CardInfo() {
  const { info } = texts;
  return (
    <div className="flex flex-col gap-3">
      <FactList>
        <Fact name={info.minimum}>{formatRublesWithUnit(CARD_MIN_RUB)}</Fact>
        <Fact name={info.maximum}>{formatRublesWithUnit(CARD_MAX_RUB)}</Fact>
        <Fact name={info.fee}>{info.noFee}</Fact>
        <Fact name={info.time}>{info.timeValue}</Fact>
      </FactList>
      <p className="text-xs text-muted">{info.note}</p>
    </div>
  );
}

interface CardDepositProps {
  payment: CardPayment;
  marketLabel: string;
  /** Below what is said about the top-up. */
  aside?: ReactNode;
}

/** Topping up by a practice card: the form and, after the bank's page, the result. */
export function CardDeposit({ payment, marketLabel, aside }: CardDepositProps) {
  // After the bank's page, too, which was the whole screen.
  const place = useStepFocus<HTMLDivElement>(payment.stage.name, { first: 'form' });
  return (
    <div className="grid items-start gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <Panel label={texts.form.card}>
        <div ref={place} tabIndex={-1} className="flex flex-col gap-4 outline-none">
          {payment.stage.name === 'result' ? (
            <Result operation={payment.stage.operation} payment={payment} marketLabel={marketLabel} />
          ) : (
            <CardForm payment={payment} />
          )}
        </div>
      </Panel>
      <div className="flex min-w-0 flex-col gap-3">
        <Panel title={texts.info.title}>
          <CardInfo />
        </Panel>
        {aside}
      </div>
    </div>
  );
}
