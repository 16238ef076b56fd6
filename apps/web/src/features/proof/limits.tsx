import { List } from '@/ui/prose.tsx';

/** What a proof can't show, folded. */
export function Limits() {
  return (
    <details className="rounded-lg border border-hairline bg-panel px-3 py-2.5">
      <summary className="font-semibold">Чего доказательство не показывает</summary>
      <div className="mt-2 flex flex-col gap-2 text-pretty text-secondary">
        <List>
          <li>
            Что цена не прошла уровень раньше. В файле лежат только кадры цен входа, добавлений и выхода; кадров между
            ними в нём нет. Все кадры журнала можно скачать с сервера в течение семи дней.
          </li>
          <li>
            Что цена правильная. Доказано, что она одна для всех и не менялась задним числом. Откуда она взялась,
            сказано в описании рынка.
          </li>
          <li>
            Что всем показан один и тот же журнал. Для этого сравните отпечаток ключа и строку журнала с другим
            участником: у всех они одни.
          </li>
          <li>
            Что ордер исполнен быстро и что сервер принял его. Доказательство говорит о сделке, которая состоялась.
          </li>
        </List>
      </div>
    </details>
  );
}
