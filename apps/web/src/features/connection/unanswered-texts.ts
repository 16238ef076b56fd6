import type { Area, Intent, IntentKind } from '@/api/intents/intent.ts';
import { formatClock, formatMoney } from '@/lib/format.ts';
import { MONEY_UNIT } from '@/ui/money.tsx';

/** A field of what was sent, as the wire has it; '' without it. */
function field({ body }: Intent, name: string): string {
  const value: unknown = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : null;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const side = (intent: Intent): string => (field(intent, 'type') === 'short' ? 'Short' : 'Long');
const comma = (amount: string): string => amount.replace('.', ',');
const coins = (intent: Intent, currency: string): string =>
  `${comma(field(intent, 'amount'))} уч. ${field(intent, currency)}`;
/** «12,5» of the wire's 0.125, which has at most four places. */
const percentOf = (portion: string | number): string => comma(String(Math.round(Number(portion) * 1e4) / 100));
const trade = (intent: Intent): string =>
  `${side(intent)} ${field(intent, 'symbol')}, ${formatMoney(field(intent, 'amount'))} ${MONEY_UNIT}, ${field(intent, 'leverage')}x`;

/** Where a resting order waits; a trailing one has no price of its own. */
function priceOf(intent: Intent): string {
  const price = field(intent, 'limitPrice') || field(intent, 'stopPrice');
  return price === '' ? '' : `, по ${comma(price)}`;
}
/** The first of two orders, as an intent of its own. */
const firstOf = (intent: Intent): Intent => ({ ...intent, body: (intent.body as { first?: object }).first ?? {} });

/** What was asked for, in the words of its area. */
const NAMES: Record<IntentKind, (intent: Intent) => string> = {
  open: trade,
  placeOrder: (intent) => `ордер ${trade(intent)}${priceOf(intent)}`,
  placeOco: (intent) => `два связанных ордера ${field(firstOf(intent), 'symbol')}`,
  reduceOrder: ({ about = '' }) => `ордер на закрытие ${about}`,
  amendOrder: ({ about = '' }) => `изменить ордер ${about}`,
  cancelOrder: ({ about = '' }) => `отменить ордер ${about}`,
  cancelAll: () => 'снять все ордера',
  setTriggers: ({ about = '' }) => `уровни ${about}`,
  addToPosition: (intent) => `добавить к ${intent.about ?? ''} ${formatMoney(field(intent, 'amount'))} ${MONEY_UNIT}`,
  reverse: ({ about = '' }) => `развернуть ${about}`,
  closeAll: () => 'закрыть все позиции',
  close: ({ about = '', query }) =>
    query?.['portion'] === undefined ? `закрыть ${about}` : `закрыть ${percentOf(query['portion'])} % ${about}`,
  startSeason: () => 'начать новый сезон',
  sendCoins: (intent) => `перевод ${coins(intent, 'asset')}`,
  claimDeposit: (intent) => `пополнение ${coins(intent, 'currency')}`,
  topUp: (intent) => `пополнение картой на ${field(intent, 'amountRub')} уч. RUB`,
  bankConfirm: () => 'подтвердить платёж картой',
  bankCancel: () => 'отменить платёж картой',
  withdraw: (intent) => `вывод ${coins(intent, 'currency')}`,
  withdrawToCard: (intent) => `вывод ${comma(field(intent, 'amount'))} ${MONEY_UNIT} на карту`,
  adjust: (intent) => `${field(intent, 'amount')} play USDT for ${field(intent, 'phone')}`,
  publishScenario: () => 'publish a scenario',
  makeClass: () => 'make a class',
  startReplay: () => 'начать повтор',
  publishReplay: () => 'publish a shared replay',
  makeDrill: () => 'make a drill',
};

export const nameOf = (intent: Intent): string => NAMES[intent.kind](intent);

const timeOf = ({ askedAt }: Intent): string => formatClock(askedAt / 1000);

interface Texts {
  title: string;
  checking: (intent: Intent) => string;
  unknown: (intent: Intent) => string;
  /** What the first button does. */
  hint: string;
  check: string;
  forget: string;
  answered: (intent: Intent) => string;
  refused: (intent: Intent) => string;
}

export const unansweredTexts: Record<Area, Texts> = {
  account: {
    title: 'Заявки без ответа',
    checking: (intent) => `Проверяем, что стало с заявкой от ${timeOf(intent)}: ${nameOf(intent)}`,
    unknown: (intent) => `Неизвестно, принята ли заявка от ${timeOf(intent)}: ${nameOf(intent)}.`,
    hint: 'Если заявка не дошла, она исполнится сейчас. Дважды она не исполнится.',
    check: 'Проверить и отправить',
    forget: 'Забыть',
    answered: (intent) => `Заявка от ${timeOf(intent)} принята`,
    refused: (intent) => `Заявка от ${timeOf(intent)} отклонена`,
  },
  operator: {
    title: 'Requests without an answer',
    checking: (intent) => `Finding out what became of the request of ${timeOf(intent)}: ${nameOf(intent)}`,
    unknown: (intent) => `Not known whether the request of ${timeOf(intent)} was carried out: ${nameOf(intent)}.`,
    hint: 'If it did not arrive, it is carried out now; never twice.',
    check: 'Check and send',
    forget: 'Forget',
    answered: (intent) => `The request of ${timeOf(intent)} was carried out`,
    refused: (intent) => `The request of ${timeOf(intent)} was refused`,
  },
};
