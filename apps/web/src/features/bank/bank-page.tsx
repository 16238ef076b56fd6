import { useEffect, useRef, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Operation } from '@plecho/contract';
import { fieldOf, judgedBy, resolverOf } from '@/lib/form.ts';
import { operationCode } from '@/lib/operation-texts.ts';
import { cardNames } from '@/lib/practice-cards.ts';
import { formatRublesWithUnit } from '@/lib/rubles.ts';
import { Button } from '@/ui/button.tsx';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Icon } from '@/ui/icons.tsx';
import { TextField } from '@/ui/text-field.tsx';
import './bank.css';
import { texts } from './texts.ts';
import type { CardPayment } from './use-card-payment.ts';

const CODE_LENGTH = 4;
const { bank: words } = texts;

function Payment({ operation }: { operation: Operation }) {
  return (
    <FactList className="rounded-lg border border-hairline bg-page p-3">
      <Fact name={words.merchant}>{words.merchantName}</Fact>
      <Fact name={words.amount} strong>
        {formatRublesWithUnit(Number(operation.amount))}
      </Fact>
      {operation.card !== null && <Fact name={words.card}>«{cardNames[operation.card]}»</Fact>}
      <Fact name={words.code}>{operationCode(operation.code)}</Fact>
    </FactList>
  );
}

function Actions({ payment, children }: { payment: CardPayment; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      {children}
      <Button variant="ghost" pending={payment.cancelling} onClick={payment.cancel}>
        {words.cancel}
      </Button>
    </div>
  );
}

function ConfirmStep({ payment }: { payment: CardPayment }) {
  return (
    <>
      <p className="text-base">{words.confirmQuestion}</p>
      <p role="alert" className={payment.bankError === null ? 'sr-only' : 'text-down'}>
        {payment.bankError}
      </p>
      <Actions payment={payment}>
        <Button
          variant="primary"
          size="lg"
          pending={payment.confirming}
          checking={payment.checking}
          onClick={() => payment.confirm()}
        >
          {payment.confirming ? words.confirming : words.confirm}
        </Button>
      </Actions>
    </>
  );
}

const EMPTY_CODE = { code: '' };
const resolver = resolverOf(
  z
    .strictObject({ code: z.string() })
    .check(judgedBy(({ code }) => (code.length === CODE_LENGTH ? null : { field: 'code', text: words.codeRequired }))),
);

function CodeStep({ payment, message, attemptsLeft }: { payment: CardPayment; message: string; attemptsLeft: number }) {
  const form = useForm({ defaultValues: EMPTY_CODE, resolver, reValidateMode: 'onSubmit' });
  const submit = form.handleSubmit(({ code }) => {
    payment.confirm(code);
    form.reset();
  });
  const { error, onChange, ...field } = fieldOf(form, 'code', () => form.clearErrors());
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <div className="rounded-lg border border-hairline bg-raised p-3">
        <p className="text-xs text-muted">{words.message}</p>
        <p className="text-base font-medium tabular">{message}</p>
      </div>
      <TextField
        label={words.codeField}
        hint={`${words.codeHint}. ${words.attempts(attemptsLeft)}`}
        error={error ?? payment.bankError}
        readOnly={payment.confirming}
        inputMode="numeric"
        autoComplete="off"
        maxLength={CODE_LENGTH}
        className="max-w-56"
        {...field}
        onChange={(event) => {
          event.target.value = event.target.value.replaceAll(/\D/g, '');
          void onChange(event);
        }}
      />
      <Actions payment={payment}>
        <Button type="submit" variant="primary" size="lg" pending={payment.confirming} checking={payment.checking}>
          {payment.confirming ? words.confirming : words.confirm}
        </Button>
      </Actions>
      <p className="text-xs text-muted">{words.neverTell}</p>
    </form>
  );
}

/** The practice bank: a page in place of the whole screen, as a shop hands one over to a bank. */
export function BankPage({ payment }: { payment: CardPayment }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus();
  }, []);
  if (payment.stage.name !== 'bank') return null;
  const { operation, step } = payment.stage;
  return (
    <div className="bank-page flex flex-1 flex-col items-center px-4 py-8 sm:py-12">
      <article className="flex w-full max-w-md flex-col gap-4 rounded-xl border border-hairline bg-panel p-5 sm:p-6">
        <header className="flex flex-col gap-2 border-b border-hairline pb-4">
          <p className="inline-flex items-center gap-2 font-semibold text-accent">
            <Icon name="shield" />
            {words.name}
          </p>
          <h1 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
            {words.title}
          </h1>
          <p className="text-secondary">{words.lead}</p>
        </header>
        <Payment operation={operation} />
        {step.kind === 'confirm' ? (
          <ConfirmStep payment={payment} />
        ) : (
          <CodeStep payment={payment} message={step.message} attemptsLeft={step.attemptsLeft} />
        )}
        <p className="text-xs text-muted">{words.expires}</p>
      </article>
    </div>
  );
}
