import type { ReactNode } from 'react';
import type { Operation } from '@plecho/contract';
import type { Asset } from '@plecho/network';
import { paths } from '@/app/paths.ts';
import { useMarkets } from '@/api/queries.ts';
import { formatCoinsWithUnit } from '@/lib/coins.ts';
import { formatDateTime } from '@/lib/format.ts';
import { operationName, operationCode } from '@/lib/operation-texts.ts';
import { cardNames } from '@/lib/practice-cards.ts';
import { buttonClass } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Link } from '@/ui/link.tsx';
import { CopyButton } from '@/ui/copy-button.tsx';
import { LongText } from '@/ui/long-text.tsx';
import { OperationStatus } from '@/ui/operation-status.tsx';
import { texts } from './texts.ts';

const { details } = texts;

/** What the exchange keeps of a withdrawal. */
function Fee({ operation: { type, currency, fee } }: { operation: Operation }): ReactNode {
  if (type !== 'withdraw' || currency === 'RUB') return null;
  const asset: Asset = currency;
  return <Fact name={details.fee}>{formatCoinsWithUnit(asset, fee)}</Fact>;
}

function MoreFacts({ operation }: { operation: Operation }) {
  const { card, createdAt, settledAt } = operation;
  return (
    <FactList>
      <Fee operation={operation} />
      {card !== null && <Fact name={details.card}>{cardNames[card]}</Fact>}
      <Fact name={details.created}>{formatDateTime(createdAt / 1000)}</Fact>
      <Fact name={details.settled}>{settledAt === null ? details.notYet : formatDateTime(settledAt / 1000)}</Fact>
    </FactList>
  );
}

/** Everything about one operation. */
export function OperationDetails({ operation, onClose }: { operation: Operation; onClose: () => void }) {
  const { data: markets } = useMarkets();
  const { type, code, address, txHash } = operation;
  const label = markets?.find(({ id }) => id === operation.market)?.label ?? '';
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${operationName(operation)} ${operationCode(code)}`}
      footer={
        <>
          {txHash !== null && (
            <Link href={paths.network(txHash)} className={buttonClass('ghost')}>
              {details.lookUp}
            </Link>
          )}
          <CopyButton text={operationCode(code)} label={details.copyCode} size="md" />
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <OperationStatus operation={operation} marketLabel={label} />
        <div className="border-t border-hairline pt-4">
          <MoreFacts operation={operation} />
        </div>
        {address !== null && <LongText name={details.addressOf[type]} text={address} copy={details.copyAddress} />}
        {txHash !== null && <LongText name={details.hash} text={txHash} copy={details.copyHash} />}
      </div>
    </Dialog>
  );
}
