import type { Operation } from '@plecho/contract';
import { cx } from '@/lib/class-names.ts';
import { networkTitle } from '@/lib/coins.ts';
import { formatClock, formatShortDateTime } from '@/lib/format.ts';
import { operationName, operationStatus, operationCode } from '@/lib/operation-texts.ts';
import { BankLink } from '@/ui/bank-link.tsx';
import { Concealed } from '@/ui/concealed.tsx';
import { Icon } from '@/ui/icons.tsx';
import { operationAmount } from './operation-amount.ts';
import { texts } from './texts.ts';

const TONES: Record<Operation['status'], string> = {
  pending: 'text-warn',
  completed: 'text-secondary',
  failed: 'text-down',
};

/** «Обработка · 2 из 5 подтв.» while the network works on it. */
function statusOf(operation: Operation): string {
  const { status, confirmations, confirmationsNeeded } = operation;
  const text = operationStatus(operation);
  if (status !== 'pending' || confirmations === 0) return text;
  return `${text} · ${texts.confirmations(Math.min(confirmations, confirmationsNeeded), confirmationsNeeded)}`;
}

interface OperationRowProps {
  operation: Operation;
  hidden: boolean;
  onOpen: (operation: Operation) => void;
}

/** An operation; all of the row opens its details. */
export function OperationRow({ operation, hidden, onOpen }: OperationRowProps) {
  const { id, type, status, code, network, createdAt, waitsUntil } = operation;
  const { figure, unit } = operationAmount(operation);
  const about = [
    formatShortDateTime(createdAt / 1000),
    ...(network === null ? [] : [networkTitle(network)]),
    operationCode(code),
    // The dot goes with what follows it, so that none is left over at the end of a line.
  ].join(' ·\u00a0');
  return (
    <li className="border-t border-hairline/60 first:border-0">
      <button
        type="button"
        onClick={() => onOpen(operation)}
        className="flex min-h-14 w-full items-center gap-3 px-3 py-2 text-left -outline-offset-2 hover:bg-raised/50 active:bg-raised"
      >
        <span className="grid size-8 shrink-0 place-items-center rounded-full bg-raised text-secondary">
          <Icon name={type === 'withdraw' ? 'arrowUp' : 'arrowDown'} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate">{operationName(operation)}</span>
          <span className="block text-xs text-pretty text-muted tabular">{about}</span>
        </span>
        <span className="shrink-0 text-right tabular">
          <span className={cx('block whitespace-nowrap', status === 'failed' && 'text-muted line-through')}>
            <Concealed hidden={hidden}>
              {figure} <span className="text-xs text-muted">{unit}</span>
            </Concealed>
          </span>
          <span className={cx('block text-xs whitespace-nowrap', TONES[status])}>{statusOf(operation)}</span>
        </span>
      </button>
      {status === 'pending' && waitsUntil !== null && (
        <p className="flex flex-wrap items-center gap-x-3 px-3 pb-2 pl-14 text-xs text-warn">
          {texts.atBank(formatClock(waitsUntil / 1000))}
          <BankLink id={id} className="font-semibold text-accent hover:underline pointer-coarse:py-2" />
        </p>
      )}
    </li>
  );
}
