import { CARD_MAX_RUB, CARD_MIN_RUB, KOPECKS_PER_USDT, rublesToUsdt } from '@plecho/network';
import { formatDecimal } from '@plecho/domain';
import { paths } from '@/app/paths.ts';
import { formatMoney } from '@/lib/format.ts';
import { Link } from '@/ui/link.tsx';
import { Chapter, Formula, List } from '@/ui/prose.tsx';
import { depositMinimums, FeeTable, NetworkTable } from './network-table.tsx';

const rubles = (amount: number): string => new Intl.NumberFormat('ru-RU').format(amount);

/** What the practice network is, and what confirmations are for. */
export function PracticeNetwork() {
  return (
    <Chapter id="network" title="Учебная сеть и подтверждения">
      <p>
        Монеты тренажёра живут в <strong className="text-primary">учебной сети</strong>: это цепочки блоков внутри
        сервера, не связанные ни с одним настоящим блокчейном. Её адреса начинаются с sim1, хеши переводов — с simtx1.
        Адрес настоящей сети здесь не принимается нигде.
      </p>
      <List>
        <li>
          Отправленный перевод ждёт в очереди (мемпуле). Блок берёт сначала тех, кто предложил комиссию выше: быстрая
          попадает в каждый блок, обычная — примерно в четыре из пяти, медленная — примерно в каждый третий.
        </li>
        <li>
          Блок с переводом — это его первое <strong className="text-primary">подтверждение</strong>, каждый следующий
          добавляет по одному. Чем их больше, тем труднее переписать историю, поэтому биржи ждут нескольких.
        </li>
        <li>
          В адрес встроена <strong className="text-primary">контрольная сумма</strong>: опечатка в любом символе
          обнаруживается до отправки. От адреса, который верен, но чужой, она не спасает.
        </li>
        <li>
          Пополнение зачисляется один раз и не раньше нужного числа подтверждений. BTC и ETH зачисляются в уч. USDT по
          цене основного рынка в момент зачисления, с округлением вниз. Минимум: {depositMinimums()}.
        </li>
        <li>
          Вывод никто не одобряет и не может задержать. Если сеть отклонила перевод, деньги возвращаются на счёт с
          причиной.
        </li>
      </List>
      <NetworkTable />
      <p>
        <Link href={paths.network()} className="text-accent underline underline-offset-3">
          Обозреватель учебной сети
        </Link>{' '}
        показывает любой перевод, адрес и блок.
      </p>
    </Chapter>
  );
}

export function NetworkFees() {
  return (
    <Chapter id="network-fees" title="Комиссии сети и вывода">
      <Formula>к получению = сумма вывода − комиссия вывода</Formula>
      <FeeTable />
      <p>
        Медленный перевод стоит вдвое дешевле обычного, быстрый — вдвое дороже. Упрощение: комиссия берётся в той же
        монете, которую отправляют. В настоящих сетях её платят в монете сети: чтобы отправить USDT по ERC20, на адресе
        нужен ETH.
      </p>
      <p>Комиссии и минимумы одинаковы для всех и не меняются для отдельного человека.</p>
    </Chapter>
  );
}

export function WrongNetwork() {
  return (
    <Chapter id="wrong-network" title="Перевод не в ту сеть">
      <p>
        ERC20, BEP20, Polygon и Arbitrum используют адреса одного вида. Один и тот же адрес существует в каждой из них,
        но это разные книги записей: монеты, отправленные по другой сети, лежат на том же адресе не в той книге. Биржа
        смотрит только в ту, которую назвала.
      </p>
      <List>
        <li>Отменить перевод в блокчейне нельзя: нет никого, кто мог бы это сделать.</li>
        <li>
          В жизни такие монеты обычно потеряны. Иногда биржа возвращает их за плату и через недели, но не обязана.
        </li>
        <li>Тот, кто пишет первым и обещает вернуть потерянное за предоплату, — мошенник.</li>
        <li>Сверяйте монету и сеть на обеих сторонах. Сначала отправляйте маленькую сумму.</li>
      </List>
      <p>Здесь эту ошибку можно сделать и посмотреть, что будет: потеряются только учебные монеты.</p>
    </Chapter>
  );
}

export function CardRate() {
  return (
    <Chapter id="card-rate" title="Пополнение картой и курс">
      <p>
        Учебная карта — не карта, а поведение банка: одобряет, отклоняет, спрашивает код 3-D Secure, видит, что денег не
        хватает. Номера у неё нет, и вводить его негде. Если сайт, похожий на этот, просит номер карты — это не
        тренажёр.
      </p>
      <Formula>
        уч. USDT = рубли / {formatDecimal(KOPECKS_PER_USDT, 2).replace('.', ',')}
        <br />
        {rubles(CARD_MIN_RUB)} RUB = {formatMoney(rublesToUsdt(CARD_MIN_RUB))} уч. USDT
      </Formula>
      <p>
        Курс — постоянная этой установки, одинаковая для всех; округление вниз. За один раз от {rubles(CARD_MIN_RUB)} до{' '}
        {rubles(CARD_MAX_RUB)} RUB. У каждого пополнения есть код заявки вида #REQ123456. Код из сообщения банка можно
        ошибочно ввести не больше трёх раз, страница банка действует 15 минут.
      </p>
    </Chapter>
  );
}
