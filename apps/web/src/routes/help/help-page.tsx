import { paths } from '@/app/paths.ts';
import { Link } from '@/ui/link.tsx';
import { Article } from '@/ui/prose.tsx';
import { Alerts } from './alerts.tsx';
import { Facts, Sources, TenTimes } from './facts.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Basics, Fees, Funding, Liquidation, Orders, Result, Staleness } from './formulas.tsx';
import { Keys } from './keys.tsx';
import { CardRate, NetworkFees, PracticeNetwork, WrongNetwork } from './practice-money.tsx';
import { Proofs } from './proofs.tsx';
import { Replays } from './replays.tsx';
import { Results } from './results.tsx';
import { SamePath } from './same-path.tsx';
import { Scenarios } from './scenarios.tsx';
import { useHashTarget } from './use-hash-target.ts';

const CHAPTERS: readonly [id: string, title: string][] = [
  ['first-steps', 'Первые шаги'],
  ['basics', 'Long, Short и плечо'],
  ['pnl', 'Прибыль и убыток'],
  ['liquidation', 'Ликвидация'],
  ['orders', 'Ордера, тейк-профит, стоп-лосс'],
  ['alerts', 'Оповещения'],
  ['fees', 'Комиссии и баланс'],
  ['funding', 'Фандинг'],
  ['keys', 'Клавиши'],
  ['results', 'Результаты и рейтинг'],
  ['stale', 'Когда торговать нельзя'],
  ['proof', 'Как проверить сделку'],
  ['same-path', 'Тот же путь, другое плечо'],
  ['replays', 'Повторы и записи'],
  ['scenarios', 'Сценарии'],
  ['network', 'Учебная сеть и подтверждения'],
  ['network-fees', 'Комиссии сети и вывода'],
  ['wrong-network', 'Перевод не в ту сеть'],
  ['card-rate', 'Пополнение картой и курс'],
  ['facts', 'Чего новичкам не говорят'],
  ['ten', 'Что значит 10x'],
  ['sources', 'Откуда цены'],
];

/** How this exchange works, formulas included, and what beginners are not told. */
export function HelpPage() {
  useHashTarget();
  return (
    <Article
      title="Как это работает"
      lead="Все правила, по которым сервер открывает, оценивает и закрывает позиции, с примерами. Скрытых правил нет."
    >
      <nav aria-label="Содержание">
        <ul className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
          {CHAPTERS.map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`} className="text-accent hover:underline">
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <FirstSteps />
      <Basics />
      <Result />
      <Liquidation />
      <Orders />
      <Alerts />
      <Fees />
      <Funding />
      <Keys />
      <Results />
      <Staleness />
      <Proofs />
      <SamePath />
      <Replays />
      <Scenarios />
      <PracticeNetwork />
      <NetworkFees />
      <WrongNetwork />
      <CardRate />
      <Facts />
      <TenTimes />
      <Sources />
      <p>
        <Link href={paths.safety()} className="text-accent underline underline-offset-3">
          Как распознать поддельную биржу
        </Link>
      </p>
    </Article>
  );
}
