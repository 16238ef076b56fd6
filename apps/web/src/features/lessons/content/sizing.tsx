import { divide, LESSON_TASKS, notionalOf, ONE_PRICE, ONE_USDT, profitAndLoss } from '@plecho/domain';
import { formatMoney, formatSignedMoney } from '@/lib/format.ts';
import { Formula } from '@/ui/prose.tsx';
import { LessonTable } from '../lesson-table.tsx';

const ACCOUNT = 500n * ONE_USDT;
const MOVE = 8n;

/** Of an account of 500, when the price may go eight percent against it: other figures than those of the task. */
const rows = [5n, 10n, 20n].map((risk) => {
  const notional = divide(risk * ONE_USDT * 100n, MOVE, 'floor');
  const loss = profitAndLoss({ side: 'long', notional, entryPrice: 100n * ONE_PRICE }, (100n - MOVE) * ONE_PRICE);
  return [`${divide(risk * ONE_USDT * 100n, ACCOUNT, 'floor')} %`, formatMoney(notional), formatSignedMoney(loss)];
});

export function Sizing() {
  const { move, loss } = LESSON_TASKS.sizing;
  return (
    <>
      <p>
        Обычно размер выбирают так: «поставлю сто». Полезнее спросить иначе: сколько я готов потерять, если ошибусь? И
        где я пойму, что ошибся? Два ответа дают размер без всякой интуиции.
      </p>
      <Formula>Размер позиции = сколько готовы потерять / движение цены против вас</Formula>
      <LessonTable
        caption={`Счёт ${formatMoney(ACCOUNT)}, движение против вас 8 %: какой размер отвечает какому риску`}
        head={['Риск, от счёта', 'Размер позиции', 'Итог при −8 %']}
        rows={rows}
      />
      <p>
        Плечо в формулу не входит. Размер {formatMoney(notionalOf(50n * ONE_USDT, 4))} можно собрать как 200 × 1x, как
        100 × 2x или как 50 × 4x: убыток от того же движения будет один и тот же. Плечо решает другое: сколько денег
        заперто в марже и далеко ли ликвидация.
      </p>
      <p>
        Почему профессионалы повторяют про один процент? Потому что серии неудач бывают у всех. Десять потерь подряд по
        1 % оставляют от счёта около 90 %, и это поправимо. Десять потерь подряд по 10 % оставляют 35 %, и чтобы
        вернуться, нужен рост почти втрое.
      </p>
      <p>
        Задание — то же самое со своими числами: движение {move} % против вас должно стоить {loss} % учебного счёта
        повтора. Сторона и плечо любые, важен размер.
      </p>
    </>
  );
}
