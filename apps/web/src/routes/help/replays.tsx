import { paths } from '@/app/paths.ts';
import { Link } from '@/ui/link.tsx';
import { Chapter, Formula, List, OutsideLink } from '@/ui/prose.tsx';

const ARCHIVE = 'https://data.binance.vision/?prefix=data/spot/monthly/klines/';
const PLACE = 'spot → monthly → klines → пара → 1m';

/** What a replay is, and where recordings come from. */
export function Replays() {
  return (
    <Chapter id="replays" title="Повторы и записи">
      <p>
        <strong className="text-primary">Повтор</strong> проигрывает записанные минутные свечи заново, со скоростью от
        1x до 600x: при 60x за секунду проходит минута. Общий повтор один для всех.{' '}
        <strong className="text-primary">Личный повтор</strong> — рынок, на котором торгуете только вы: его начинают на
        странице <Link href={paths.markets()}>«Рынки»</Link>.
      </p>
      <List>
        <li>
          Пауза, шаг по одной свече, скорость и переход вперёд — под графиком. На клавиатуре: пробел ставит на паузу,
          стрелка вправо делает шаг.
        </li>
        <li>
          Назад вернуться нельзя: вы знали бы, чем всё кончится. При переходе вперёд всё, что лежит между, проигрывается
          сразу, и стопы, ордера и ликвидации срабатывают там, где до них дошла цена.
        </li>
        <li>Если повтор никто не смотрит, он сам встаёт на паузу и ждёт вас на том же месте, на любом устройстве.</li>
        <li>
          Даты и пару можно скрыть, чтобы не торговать по памяти: время считается от «дня 1», цена начинается со 100
          USDT. В конце повтор говорит, что это было.
        </li>
        <li>Счёт повтора отдельный. Пополнить его или вывести с него нельзя.</li>
      </List>
      <p>
        Несколько записей сделаны генератором тренажёра, и это при них написано. Настоящие записи загружает тот, кто
        ведёт площадку. Их публикует сама биржа, по файлу на пару и месяц или день, в открытом архиве{' '}
        <OutsideLink href={ARCHIVE}>data.binance.vision</OutsideLink>: {PLACE}. Имя файла выглядит так:
      </p>
      <Formula>LINKUSDT-1m-2026-02.zip</Formula>
      <p>
        Такой файл (zip, gzip или CSV) загружают как есть, в разделе Datasets операторской или командой{' '}
        <code className="text-primary">npm run plecho -- dataset import ФАЙЛ</code>. Сервер называет строки, которые
        испорчены, повторяются или пропущены. Загруженная запись больше не меняется.
      </p>
    </Chapter>
  );
}
