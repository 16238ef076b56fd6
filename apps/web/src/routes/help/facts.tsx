import { Chapter, List, OutsideLink } from '@/ui/prose.tsx';

export function Facts() {
  return (
    <Chapter id="facts" title="Чего новичкам не говорят">
      <List>
        <li>
          <strong className="text-primary">От 74 до 89 % розничных счетов теряют деньги</strong> на контрактах на
          разницу (CFD), то есть на торговле с плечом. Это данные национальных регуляторов стран ЕС, которые привело
          Европейское управление по ценным бумагам и рынкам (ESMA). Средний убыток клиента — от 1 600 до 29 000 евро.
        </li>
        <li>
          <strong className="text-primary">Розничному клиенту в ЕС разрешено плечо не выше 2:1 на криптовалюту.</strong>{' '}
          Вводя ограничение, ESMA исходило из того, как сильно эти цены колеблются.
        </li>
        <li>
          <strong className="text-primary">Там же позиции закрывают на 50 % маржи.</strong> Когда от требуемой маржи
          остаётся половина, брокер обязан закрывать. На биржах без этого правила, как и здесь, ждут почти до нуля.
        </li>
      </List>
      <p className="text-sm text-muted">
        Источник: ESMA, сообщение от 27 марта 2018 года о мерах продуктового вмешательства по CFD (ESMA71-98-128) и
        решение (EU) 2018/796.{' '}
        <OutsideLink href="https://www.esma.europa.eu/press-news/esma-news/esma-agrees-prohibit-binary-options-and-restrict-cfds-protect-retail-investors">
          esma.europa.eu
        </OutsideLink>
        . С 2019 года эти ограничения закреплены национальными регуляторами.
      </p>
    </Chapter>
  );
}

export function TenTimes() {
  return (
    <Chapter id="ten" title="Что значит 10x">
      <List>
        <li>Движение цены на 1 % меняет вашу маржу на 10 %.</li>
        <li>Long ликвидируется при падении примерно на 9,5 %, Short — при росте примерно на 9,5 %.</li>
        <li>
          Прогноз может оказаться верным, а позиция — закрытой: достаточно, чтобы цена сначала сходила в другую сторону.
          На экране ордера показано, как часто такое движение случалось за 30 дней на этом рынке.
        </li>
        <li>Чтобы вернуть потерю 50 % капитала, нужен рост на 100 %. После потери 90 % — на 900 %.</li>
      </List>
      <p>Плечо не делает прогноз точнее. Оно сокращает время, за которое он должен сбыться.</p>
    </Chapter>
  );
}

export function Sources() {
  return (
    <Chapter id="sources" title="Откуда цены и из чего сделан тренажёр">
      <List>
        <li>
          <strong className="text-primary">Синтетический рынок</strong>: цены создаёт генератор внутри сервера. У него
          реалистичные волатильность, скачки и связь пар между собой, но это не цены какой-либо биржи. Названия пар
          взяты для узнаваемости. Одно и то же начальное число даёт одни и те же цены.
        </li>
        <li>
          <strong className="text-primary">Повтор</strong>: записанные свечи открытого архива биржи, проигранные заново.
          Дата и скорость указаны в рецепте рынка. Путь цены внутри свечи восстановлен по её открытию, максимуму,
          минимуму и закрытию.
        </li>
        <li>
          <strong className="text-primary">График</strong>: TradingView Lightweight Charts™, © TradingView, Inc.,
          лицензия Apache 2.0. <OutsideLink href="https://www.tradingview.com/">tradingview.com</OutsideLink>
        </li>
        <li>
          <strong className="text-primary">Шрифт</strong>: Inter, © The Inter Project Authors, лицензия SIL Open Font
          License 1.1.
        </li>
      </List>
    </Chapter>
  );
}
