import { paths } from '@/app/paths.ts';
import { Link } from '@/ui/link.tsx';
import { Chapter, List } from '@/ui/prose.tsx';

/** How anybody can check a trade without believing the server. */
export function Proofs() {
  return (
    <Chapter id="proof" title="Как проверить сделку">
      <p>
        Каждую секунду все новые цены рынка попадают одной записью в его журнал. Раз в десять секунд сервер подписывает
        состояние журнала. Дописать журнал можно, а изменить старую запись незаметно нельзя: подпись перестанет
        сходиться.
      </p>
      <List>
        <li>
          В разборе сделки нажмите «Проверить сделку». Браузер сам пересчитает подпись, место цен в журнале, правило и
          итог.
        </li>
        <li>
          Файл доказательства можно скачать и проверить позже или отдать другому:{' '}
          <Link href={paths.proof()} className="text-accent underline underline-offset-3">
            страница проверки
          </Link>{' '}
          работает без входа и без сервера.
        </li>
        <li>
          Сравните с соседом отпечаток ключа и строку журнала. Если они сошлись, сервер показывает вам обоим одни и те
          же цены.
        </li>
      </List>
    </Chapter>
  );
}
