import { FORMULAS } from '@/features/stats/formulas.ts';
import { Chapter, List } from '@/ui/prose.tsx';

/** How the figures of /stats are made. */
export function Results() {
  return (
    <Chapter id="results" title="Результаты и рейтинг">
      <p>
        Результаты считаются по закрытым сделкам. Каждая закрытая часть позиции — отдельная сделка. Открытые позиции
        войдут, когда закроются.
      </p>
      <List>
        {Object.entries(FORMULAS).map(([key, { name, formula }]) => (
          <li key={key}>
            <strong className="text-primary">{name}</strong>: {formula}
          </li>
        ))}
      </List>
      <p>
        Доля по немногим сделкам мало что значит: 3 прибыльные из 5 — это 60 %, но настоящая доля с вероятностью 95 %
        лежит где-то между 23 и 88 %. Поэтому до 30 сделок рядом стоит интервал Уилсона.
      </p>
      <p>
        Рейтинг — доходность, делённая на наибольшую просадку, от 10 сделок. Просадка меньше 1 % считается за 1 %. В нём
        только те, кто сам захотел, и видны только животное и цвет, которые они выбрали.
      </p>
    </Chapter>
  );
}
