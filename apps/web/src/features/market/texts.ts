import type { Market } from '@plecho/contract';

export const texts = {
  status: { upcoming: 'Ещё не начался', running: 'Идёт', ended: 'Завершён' } satisfies Record<Market['status'], string>,
  halted: 'Торговля остановлена',
  stale: 'Цены устарели',
  blind: 'Вслепую',
  kindName: { synthetic: 'Синтетический', replay: 'Повтор', exchange: 'Биржа', scenario: 'Сценарий' } satisfies Record<
    Market['kind'],
    string
  >,
  main: 'Основной',
  current: 'Вы здесь',
  starts: 'Начало:',
  ends: 'Закончится:',
  in: (time: string) => `через ${time}`,
  lastDay: (symbol: string) => `${symbol}, последние сутки`,
  lastDayOf: (symbol: string, label: string) => `${symbol} за последние сутки. ${label}`,
  noCandles: 'Свечей пока нет',
  noChart: 'График не загрузился',
  rules: 'Правила и рецепт',
  rulesOf: (label: string) => `Правила и рецепт: ${label}`,
  running: 'Идут сейчас',
  upcoming: 'Скоро начнутся',
  ended: (count: number) => `Завершённые: ${count}`,
  more: 'Показать ещё',
  seedIsPublic: 'Цены известны заранее тому, кто знает зерно',
  dayKeys: {
    explanation:
      'Ключ каждого дня публикуется, когда день закончился: из него любой вычислит цены этого дня заново, а цепочка SHA-256 от ключа до якоря показывает, что ключ выбран до запуска рынка.',
    anchor: 'Якорь цепочки ключей',
    newest: (day: string) => `Последний опубликованный ключ: ${day}`,
    copyAnchor: 'Скопировать якорь',
    copyKey: 'Скопировать ключ',
  },
  enter: 'Войти и торговать',
  look: 'Посмотреть',
  back: 'К торговле',
  kind: {
    synthetic: 'Цены создаёт генератор внутри сервера. Ни с какой биржей они не связаны.',
    replay: 'Записанные цены прошлого, проигранные заново. Исход известен истории, но не вам.',
    exchange: 'Цены опубликованы биржей и показаны без изменений.',
    scenario: 'Цены другого рынка, изменённые по опубликованному рецепту: для всех одинаково.',
  } satisfies Record<Market['kind'], string>,
  blindKind:
    'Цены другого рынка, изменённые по рецепту, который откроют в конце. До старта опубликован его отпечаток, поэтому подменить рецепт нельзя.',
  scenario: {
    title: 'Рецепт',
    base: 'Основа:',
    ownBase: 'Основа: собственный синтетический рынок сценария.',
    numbers: 'Рецепт в числах',
    stage: (n: number, name: string) => `${n}. ${name}`,
    before: 'Основа',
    after: 'По рецепту',
    chart: (symbol: string) => `${symbol}: если бы сценарий начался 4 часа назад`,
    chartOf: (symbol: string, label: string) => `${symbol}, цены основы и цены по рецепту. ${label}`,
    noChart: 'График рецепта недоступен: у основы нет недавних свечей.',
    ownChart: (symbol: string) =>
      `${symbol}: цены сценария за последние 4 часа. Его основа есть только внутри него, поэтому сравнить их не с чем.`,
    ownChartOf: (symbol: string, label: string) => `${symbol}, цены сценария за последние 4 часа. ${label}`,
    noOwnChart: 'Графика пока нет: у сценария ещё нет свечей.',
  },
  commitment: {
    title: 'Отпечаток рецепта',
    name: 'SHA-256, опубликован до старта',
    copy: 'Скопировать отпечаток',
    blind:
      'Рецепт закрыт до конца, но уже выбран: отпечаток получен из него и случайной соли. Когда сценарий закончится, рецепт и соль откроют, и здесь можно будет проверить, что отпечаток получен из них.',
    open: 'Отпечаток получен из рецепта и случайной соли. Если бы в рецепте изменили хоть одну цифру, отпечаток вышел бы другим.',
    check: 'Проверить',
  },
  page: {
    title: 'Рынок',
    back: 'Все рынки',
    unknown: 'Такого рынка нет',
    failed: 'Не удалось загрузить рынок',
    loading: 'Загрузка рынка',
    rules: 'Правила в числах',
    members: 'Участников',
    state: 'Как идёт',
    account: 'Ваш счёт здесь',
    noAccount: (balance: string) => `Вы ещё не входили. При входе откроется отдельный счёт: ${balance}.`,
    closed: 'Рынок завершён, вы на нём не торговали. Войти на него уже нельзя.',
    equity: 'Капитал',
    openPositions: 'Открытых позиций',
    season: 'Сезон',
    accountFailed: 'Не удалось загрузить счёт',
    prices: 'Цены за сутки',
    keys: 'Ключи дней',
  },
} as const;

/** What a market is, in a sentence. */
export const sentenceOf = ({ kind, scenario }: Market): string =>
  scenario !== null && scenario.recipe === null ? texts.blindKind : texts.kind[kind];
