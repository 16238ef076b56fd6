import { WITHDRAWAL_MINIMUM, withdrawalFee } from '@plecho/network';
import { cx } from '@/lib/class-names.ts';
import { coinUnit, formatCoinAmount, formatCoinsWithUnit } from '@/lib/coins.ts';
import { formatMoney, formatPrice, priceDecimalsOf } from '@/lib/format.ts';
import { Fact, FactList } from '@/ui/fact-list.tsx';
import { Icon } from '@/ui/icons.tsx';
import { MONEY_UNIT } from '@/ui/money.tsx';
import { STALE } from '@/ui/stale.ts';
import { texts } from './texts.ts';
import type { WithdrawForm } from './use-withdraw-form.ts';

const NOTHING = '—';

interface WithdrawFiguresProps {
  form: WithdrawForm;
  marketLabel: string;
}

/** What a coin costs the account at the newest price of the main market. */
function Value({ form: { draft, value, price, stale }, marketLabel }: WithdrawFiguresProps) {
  return (
    <>
      <Fact name={texts.value}>
        <span className={cx(stale && STALE)}>
          {value === null ? NOTHING : `${texts.about(formatMoney(value))} ${MONEY_UNIT}`}
        </span>
      </Fact>
      <Fact name={texts.price(`${draft.asset}USDT`)}>
        <span className={cx(stale && STALE)}>
          {price === null ? NOTHING : `${formatPrice(price, priceDecimalsOf(price))} USDT`}
        </span>
        <span className="block text-xs text-muted">
          {marketLabel}, {texts.exact}
        </span>
      </Fact>
    </>
  );
}

/** Minimum, fee and what arrives; for coins with a price, what they are worth. */
export function WithdrawFigures({ form, marketLabel }: WithdrawFiguresProps) {
  const { asset, network } = form.draft;
  return (
    <div className="flex flex-col gap-2">
      <FactList>
        <Fact name={texts.minimum}>{formatCoinsWithUnit(asset, WITHDRAWAL_MINIMUM[asset])}</Fact>
        <Fact name={texts.fee}>{formatCoinsWithUnit(asset, withdrawalFee(asset, network))}</Fact>
        <Fact name={texts.receive} strong>
          {form.receive === null ? NOTHING : formatCoinAmount(asset, form.receive)}{' '}
          <span className="text-xs font-normal text-muted">{coinUnit(asset)}</span>
        </Fact>
        {asset !== 'USDT' && <Value form={form} marketLabel={marketLabel} />}
      </FactList>
      {form.stale && (
        <p role="status" className="flex items-start gap-1.5 text-xs text-warn">
          <Icon name="alert" className="size-3.5 translate-y-px" />
          {texts.noPrice}
        </p>
      )}
    </div>
  );
}
