import { ONE_PRICE, ONE_USDT, notionalOf, profitAndLoss } from '@plecho/domain';
import { formatMoney, formatSignedMoney } from '@/lib/format.ts';
import { LessonTable } from '../lesson-table.tsx';

const MARGIN = 100n * ONE_USDT;
const ENTRY = 100n * ONE_PRICE;

const rows = [1, 2, 5, 10].map((leverage) => {
  const notional = notionalOf(MARGIN, leverage);
  const at = (percent: bigint): string =>
    formatSignedMoney(profitAndLoss({ side: 'long', notional, entryPrice: ENTRY }, ENTRY + percent * ONE_PRICE));
  return [`${leverage}x`, formatMoney(notional), at(1n), at(-1n), at(-5n)];
});

export function Leverage() {
  return (
    <>
      <p>
        Вы отдаёте в залог 100 учебных USDT и открываете позицию на 1 000. Недостающее как будто одалживает биржа. Это и
        есть плечо: во сколько раз позиция больше ваших денег в ней. Залог называют маржой.
      </p>
      <p>
        Цена при этом движется как двигалась. Меняется то, сколько каждое её движение значит для вас: при плече 10x рост
        на 1 % приносит 10 % маржи, а падение на 1 % забирает столько же. Прогноз точнее не становится. Становится
        короче время, за которое он обязан сбыться.
      </p>
      <LessonTable
        caption="Маржа 100 уч. USDT, позиция Long: сколько приносит и забирает движение цены"
        head={['Плечо', 'Размер', '+1 %', '−1 %', '−5 %']}
        rows={rows}
      />
      <p>
        Одолженное биржа терять не собирается. Когда убыток съедает почти всю маржу, она закрывает позицию сама. Это
        ликвидация: маржи больше нет, даже если через час цена вернётся туда, где была.
      </p>
      <p>
        В этом уроке вы увидите её своими глазами. Запись начинается за десять минут до обвала, в котором цена теряет
        треть за два часа. Вы уже знаете, чем это кончится: смысл не в том, чтобы угадать, а в том, чтобы один раз
        прочитать разбор ликвидации, пока она ничего не стоит.
      </p>
    </>
  );
}
