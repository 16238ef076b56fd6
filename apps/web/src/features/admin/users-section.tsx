import { useState, type SubmitEvent } from 'react';
import type { OperatorUser } from '@plecho/contract';
import { useOperatorUser } from '@/api/admin.ts';
import { useSession } from '@/api/queries.ts';
import { Badge } from '@/ui/badge.tsx';
import { Button } from '@/ui/button.tsx';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Panel } from '@/ui/panel.tsx';
import { TextField } from '@/ui/text-field.tsx';
import { AccessPanel } from './access-panel.tsx';
import { AdjustForm } from './adjust-form.tsx';
import { balanceNames } from './balance-names.ts';
import { formatAmount, formatTime } from './format.ts';
import { Failure, LoadingRows } from './parts.tsx';
import { RecordTable, type Column } from './record-table.tsx';
import { texts } from './texts.ts';

function UserPanel({ found: { user, isOperator, sessions } }: { found: OperatorUser }) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return (
    <Panel
      title={user.phone}
      aside={
        <span className="flex gap-1.5">
          {isOperator && <Badge tone="accent">{texts.users.operator}</Badge>}
          <Badge tone={user.isBlocked ? 'warn' : 'neutral'}>
            {user.isBlocked ? texts.users.blocked : texts.users.active}
          </Badge>
        </span>
      }
    >
      <FactList>
        {name !== '' && <Fact name={texts.users.name}>{name}</Fact>}
        <Fact name={texts.users.registered}>{formatTime(user.createdAt * 1000)}</Fact>
        <Fact name={texts.users.sessions}>{sessions}</Fact>
        {user.blockReason !== null && <Fact name={texts.reason}>{user.blockReason}</Fact>}
      </FactList>
    </Panel>
  );
}

type Balance = OperatorUser['balances'][number];

const FIGURES = ['total', 'available', 'inPositions', 'inOrders', 'locked', 'equity', 'totalPnL'] as const;

function Balances({ balances }: { balances: OperatorUser['balances'] }) {
  const names = balanceNames(balances);
  const columns: readonly [Column<Balance>, ...Column<Balance>[]] = [
    { name: texts.users.market, cell: ({ market }) => names.get(market) ?? market, wraps: true },
    ...FIGURES.map((key) => ({
      name: texts.users.columns[key],
      cell: (balance: Balance) => formatAmount(balance[key]),
      isFigure: true,
    })),
    { name: texts.users.columns.season, cell: ({ season }) => season, isFigure: true },
  ];
  return (
    <Panel title={texts.users.balances} flush>
      <RecordTable caption={texts.users.balances} columns={columns} records={balances} keyOf={({ market }) => market} />
    </Panel>
  );
}

/** Finds a user by phone; shows them, their balances, and what can be done. */
export function UsersSection() {
  const [typed, setTyped] = useState('');
  const [phone, setPhone] = useState('');
  const { data: found, error, isFetching, refetch } = useOperatorUser(phone);
  const { user: self } = useSession();
  const isSelf = self !== null && self.id === found?.user.id;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const wanted = typed.trim();
    if (wanted !== '' && wanted === phone) void refetch();
    else setPhone(wanted);
  };
  return (
    <>
      <form noValidate role="search" onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <TextField
          label={texts.users.phone}
          type="tel"
          autoComplete="off"
          placeholder={texts.users.placeholder}
          value={typed}
          className="w-full sm:w-64"
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" variant="primary" className="h-10" pending={isFetching}>
          {texts.users.find}
        </Button>
      </form>
      {phone === '' && <p className="text-secondary">{texts.users.hint}</p>}
      {error !== null && <Failure error={error} fallback={texts.users.failed} />}
      {phone !== '' && found === undefined && error === null && <LoadingRows />}
      {found !== undefined && error === null && (
        <div className="grid items-start gap-3 lg:grid-cols-3">
          <UserPanel found={found} />
          <AdjustForm key={found.user.id} found={found} phone={phone} isSelf={isSelf} />
          <AccessPanel key={`access-${found.user.id}`} found={found} phone={phone} isSelf={isSelf} />
          <div className="min-w-0 lg:col-span-3">
            <Balances balances={found.balances} />
          </div>
        </div>
      )}
    </>
  );
}
