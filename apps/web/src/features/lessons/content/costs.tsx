import { divide, LESSON_TASKS, ONE_USDT, roundTripCost } from '@plecho/domain';
import { formatMoney } from '@/lib/format.ts';
import { OutsideLink } from '@/ui/prose.tsx';
import { LessonTable } from '../lesson-table.tsx';

const percent = (ppm: bigint): string => `${(Number(ppm) / 10_000).toLocaleString('ru')}\u00a0%`;

/** Other figures than those of the question. */
const EXAMPLE = { margin: 100n * ONE_USDT, fee: 500n, spread: 1_000n };

const CENT = ONE_USDT / 100n;
/** As it is paid: what is left of a cent counts as one. */
const formatCost = (cost: bigint): string => formatMoney(divide(cost, CENT, 'ceil') * CENT);

const rows = [1, 3, 10].map((leverage) => [
  `${leverage}x`,
  formatMoney(EXAMPLE.margin * BigInt(leverage)),
  formatCost(roundTripCost({ ...EXAMPLE, leverage })),
]);

export function Costs() {
  const { margin, leverage, fee, spread } = LESSON_TASKS.costs;
  return (
    <>
      <p>
        Откройте позицию, закройте её через секунду по той же цене — и окажетесь в минусе. Так работают две вещи,
        которые легко не заметить.
      </p>
      <p>
        <strong className="text-primary">Комиссия</strong> берётся с размера позиции, а не с маржи, и дважды: при
        открытии и при закрытии. <strong className="text-primary">Спред</strong> — разница между ценой, по которой
        покупают, и ценой, по которой продают. Вы всегда покупаете чуть дороже середины и продаёте чуть дешевле.
      </p>
      <LessonTable
        caption={`Маржа ${formatMoney(EXAMPLE.margin)}, комиссия ${percent(EXAMPLE.fee)} за сторону, спред ${percent(EXAMPLE.spread)}: открыть и сразу закрыть`}
        head={['Плечо', 'Размер', 'Стоит']}
        rows={rows}
      />
      <p>
        Плечо умножает и это: при 10x те же проценты отнимают от маржи в десять раз больше. А каждая следующая сделка
        платит заново. В исследовании счетов американского брокера самые активные семьи заработали 11,4 % в год, когда
        рынок дал 17,9 %, и почти вся разница ушла на издержки (
        <OutsideLink href="https://doi.org/10.1111/0022-1082.00226">Barber, Odean, 2000</OutsideLink>).
      </p>
      <p>
        Посчитайте сами. Маржа {formatMoney(margin)} уч. USDT, плечо {leverage}x, комиссия {percent(fee)} за открытие и
        столько же за закрытие, спред {percent(spread)}. Цена не сдвинулась. Во сколько уч. USDT обойдётся открыть и
        закрыть?
      </p>
    </>
  );
}
