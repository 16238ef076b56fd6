import { LESSON_TASKS } from '@plecho/domain';
import { cx } from '@/lib/class-names.ts';
import { texts } from './texts.ts';

interface DrawnScreen {
  name: string;
  heading: string;
  lines: readonly string[];
  small: string;
  /** A course of prices, as points of a line in a box of 100 by 30. */
  course: string;
  /** What it shows, told when the right one has been found. */
  why: string;
}

/** Drawn for the lesson: none of them is a screen of anybody's, and nothing on them can be used. */
const SCREENS: readonly DrawnScreen[] = [
  {
    name: 'Альфа',
    heading: 'Торговля с плечом до 2x',
    lines: ['BTC/USDT  61 240,50', 'Комиссия 0,10 % за сделку', 'Вывод: из суммы вычтут 1 USDT'],
    small:
      '78 % розничных счетов теряют деньги на этих инструментах. Подумайте, можете ли вы позволить себе такой риск.',
    course: '0,12 12,16 24,9 36,18 48,14 60,21 72,17 84,22 100,19',
    why: 'Предупреждение неприятное, но его требует закон: так пишут честные площадки. Комиссию за вывод вычитают из суммы.',
  },
  {
    name: 'Бета',
    heading: 'Вывод на проверке',
    lines: ['Заявка 2 400 USDT', 'Срок: до трёх рабочих дней', 'Документы проверяет служба площадки'],
    small: 'Платить за проверку не нужно. Ответ придёт в личный кабинет, звонить вам мы не будем.',
    course: '0,20 12,18 24,22 36,15 48,17 60,12 72,14 84,9 100,11',
    why: 'Ждать неприятно, но проверка ничего не стоит, срок назван, и наружу вас никто не ведёт.',
  },
  {
    name: 'Гамма',
    heading: 'Заявка отклонена',
    lines: ['Текущая цена недоступна', 'Последняя цена: 14 секунд назад', 'Позиции не ликвидируются'],
    small: 'Торги возобновятся, когда появятся новые цены. Сделок по устаревшим ценам мы не исполняем.',
    course: '0,15 12,13 24,16 36,11 48,13 60,13 72,13 84,13 100,13',
    why: 'Отказ выглядит как поломка, но это честнее, чем исполнить сделку по цене, которой нет.',
  },
  {
    name: 'Дельта',
    heading: 'Ваш баланс 14 820 USDT',
    lines: [
      '+312 % за 9 дней с куратором',
      'Вывод доступен после страхового взноса 10 %',
      'Взнос вернётся вместе с выводом',
    ],
    small:
      'Чтобы место за вами осталось, внесите до 20:00. О программе лучше никому не говорить: число мест ограничено.',
    course: '0,28 12,26 24,23 36,20 48,16 60,12 72,8 84,5 100,2',
    why: 'Подделка. Чтобы забрать своё, нужно сначала прислать ещё; доход без единой потери; срок до вечера; просьба молчать; «куратор», который ведёт вас за руку. Хватило бы одного признака.',
  },
  {
    name: 'Эпсилон',
    heading: 'Позиция ликвидирована',
    lines: ['Long 10x, маржа 100 USDT', 'Цена дошла до 55 420,10', 'Маржа израсходована полностью'],
    small: 'Формула и цена, по которой закрыта позиция, — в отчёте о сделке. Отчёт можно скачать и проверить.',
    course: '0,4 12,6 24,5 36,9 48,12 60,17 72,20 84,26 100,28',
    why: 'Потеря настоящая и обидная, но площадка показывает, как она посчитана, и даёт это проверить.',
  },
];

interface FakeScreensProps {
  /** From 1; null for none. */
  chosen: number | null;
  onChoose: (screen: number) => void;
  /** The lesson is done: what each of them shows is told. */
  isTold: boolean;
}

function Drawing({ screen }: { screen: DrawnScreen }) {
  return (
    <div className="flex flex-col gap-2 rounded-md border border-hairline bg-page p-3">
      <p className="flex items-center justify-between gap-2 text-xs text-muted">
        <span className="whitespace-nowrap">Площадка «{screen.name}»</span>
        <span>рисунок</span>
      </p>
      <p className="font-semibold text-primary">{screen.heading}</p>
      <svg viewBox="0 0 100 30" className="h-10 w-full text-muted" preserveAspectRatio="none" aria-hidden="true">
        <polyline points={screen.course} fill="none" stroke="currentColor" vectorEffect="non-scaling-stroke" />
      </svg>
      <ul className="flex flex-col gap-1 text-sm text-secondary tabular">
        {screen.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="text-xs text-pretty text-muted">{screen.small}</p>
    </div>
  );
}

/** Five screens of which one is no exchange. Which one, the server alone says. */
export function FakeScreens({ chosen, onChoose, isTold }: FakeScreensProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="pb-2 text-secondary">{texts.choose}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {SCREENS.slice(0, LESSON_TASKS.screens).map((screen, place) => {
          const number = place + 1;
          return (
            <div
              key={screen.name}
              className={cx(
                'flex flex-col gap-2 rounded-lg border p-2',
                chosen === number ? 'border-accent' : 'border-hairline',
              )}
            >
              <label className="flex min-h-11 items-center gap-2 px-1 font-medium text-primary">
                <input
                  type="radio"
                  name="screen"
                  className="size-4 accent-accent-strong"
                  checked={chosen === number}
                  onChange={() => onChoose(number)}
                />
                {texts.screen(number)}
              </label>
              <Drawing screen={screen} />
              {isTold && <p className="px-1 pb-1 text-sm text-pretty text-secondary">{screen.why}</p>}
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
