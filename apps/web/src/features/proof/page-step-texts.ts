/** What of a trade is the same in its proof and on the screens, each as part of a sentence. */
const FIELDS = {
  symbol: 'пара',
  type: 'направление',
  amount: 'маржа',
  leverage: 'плечо',
  entryPrice: 'цена входа',
  exitPrice: 'цена выхода',
  pnl: 'PnL',
  fee: 'комиссия',
  reason: 'причина закрытия',
} as const;

export type ComparedField = keyof typeof FIELDS;

export const pageStepTexts = {
  installation: {
    title: 'Установка',
    problem: 'файл с другой установки тренажёра: и ключ, и журнал в нём не здешние',
    advice: 'Чей это ключ, страница не знает. Сравните отпечаток ниже с тем, что видят участники той установки.',
    /** In place of a verdict. */
    foreign: 'Доказательство с другой установки тренажёра',
    foreignWhy: 'само по себе оно сходится, но о сделках на этом сервере ничего не говорит.',
  },
  asked: {
    title: 'Та самая сделка',
    fields: FIELDS,
    proves: 'Это доказательство открытой вами сделки, и числа в нём те же, что в её разборе.',
    notShown: 'Не сверялось: сервер не показал саму сделку. Сравните числа с её разбором.',
    otherTrade: (id: string, market: string) =>
      `сервер прислал доказательство другой сделки: № ${id} рынка «${market}»`,
    otherNumbers: (names: readonly ComparedField[]) =>
      `в разборе сделки и в доказательстве разное: ${names.map((name) => FIELDS[name]).join(', ')}`,
    advice:
      'Сервер показал одно, а подписал другое. Скачайте файл и покажите его другим вместе с разбором сделки: это доказательство против сервера.',
  },
} as const;
