import { notionalOf, ONE_PRICE, ONE_USDT, profitAndLoss, type Side } from '@plecho/domain';
import { formatSignedMoney } from '@/lib/format.ts';
import { LessonTable } from '../lesson-table.tsx';

const ENTRY = 100n * ONE_PRICE;
const NOTIONAL = notionalOf(100n * ONE_USDT, 2);

const result = (side: Side, percent: bigint): string =>
  formatSignedMoney(profitAndLoss({ side, notional: NOTIONAL, entryPrice: ENTRY }, ENTRY + percent * ONE_PRICE));

const rows = [-20n, -5n, 5n, 20n].map((percent) => [
  `${percent > 0n ? '+' : '−'}${percent < 0n ? -percent : percent} %`,
  result('long', percent),
  result('short', percent),
]);

export function Short() {
  return (
    <>
      <p>
        Long — сделка на рост: купить сейчас, продать потом. Short — сделка на падение: сначала продать, потом купить.
        Вы как будто берёте монету в долг, продаёте её по сегодняшней цене, а вернуть рассчитываете, купив дешевле.
      </p>
      <LessonTable
        caption="Маржа 100 уч. USDT, плечо 2x: одно и то же движение цены для двух сторон"
        head={['Цена', 'Long', 'Short']}
        rows={rows}
      />
      <p>
        Таблица выглядит симметрично, но есть одно отличие. Ниже нуля цена не опустится, поэтому прибыль шорта
        ограничена. Вверх границы нет. От большого убытка здесь защищает только то, что позицию закроют у цены
        ликвидации, — а она у шорта выше входа.
      </p>
      <p>
        И ещё одно. Кто-то скажет, что в падении «все заработали на шорте». Обычно это видно только потом: в самом
        падении цена отскакивает, и шорт, открытый в середине, закрывается отскоком так же легко, как лонг — обвалом.
      </p>
      <p>
        В этом уроке вы знаете о падении заранее, поэтому прибыль ничего не докажет. Посмотрите на другое: как шорт
        выглядит в списке позиций, где у него цена ликвидации, какие стороны у стопа и тейк-профита и что покажет
        разбор, когда вы его закроете.
      </p>
    </>
  );
}
