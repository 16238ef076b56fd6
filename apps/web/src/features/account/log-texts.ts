import type { AdjustReason, BlockReason, LogRecord } from '@plecho/contract';
import type { EntryBar, OrderRefusal } from '@plecho/domain';

/** Rules of a class that a line may be about. */
type RuleOfClass = OrderRefusal | 'target';

const REASONS: Record<AdjustReason | BlockReason | RuleOfClass | EntryBar, string> = {
  classTask: 'задание курса',
  prize: 'награда',
  mistakeCorrected: 'исправление ошибки',
  ownRequest: 'по вашей просьбе',
  conduct: 'нарушение правил',
  sharedAccount: 'счётом пользуются несколько человек',
  maxShare: 'правило о доле счёта в одной позиции',
  maxDayLoss: 'правило о потерях за день',
  maxLoss: 'правило о потерях за попытку',
  target: 'выигрыш дошёл до цели',
  blocked: 'счёт заблокирован',
  leftClass: 'вы вышли из класса',
};

const isKnown = (reason: string): reason is keyof typeof REASONS => Object.hasOwn(REASONS, reason);

/** A reason of the fixed list in words; one that this page does not know is named as such. */
export const reasonText = (reason: string): string => (isKnown(reason) ? REASONS[reason] : 'другая причина');

export const texts = {
  title: 'Журнал',
  lead: 'Что было со счётом и доступом к нему: открытие, смена пароля, выход на всех устройствах, новые сезоны и всё, что сделали оператор и администратор сервера. Записи нельзя ни изменить, ни удалить, в том числе оператору.',
  elsewhere: 'Сделки, пополнения, выводы и переводы хранятся отдельно и тоже навсегда:',
  trades: 'история сделок',
  money: 'операции и переводы кошелька',
  kinds: {
    guestOpened: 'Счёт гостя открыт',
    registered: 'Регистрация по номеру телефона',
    passwordChanged: 'Пароль изменён',
    signedOutEverywhere: 'Выход на всех устройствах',
    seasonStarted: 'Начат новый сезон',
    attemptPassed: 'Цель класса достигнута',
    attemptEnded: 'Попытка окончена',
    orderRefused: 'Ордер отменён вместо исполнения',
    entriesCancelled: 'Ордера на открытие позиций отменены',
    adjusted: 'Баланс изменён',
    blocked: 'Счёт заблокирован',
    unblocked: 'Счёт разблокирован',
    signedOut: 'Все сеансы завершены',
  } satisfies Record<LogRecord['kind'], string>,
  by: {
    owner: 'Вы',
    operator: 'Оператор',
    server: 'Администратор сервера',
    rules: 'Правила класса',
    market: 'Рынок',
  } satisfies Record<LogRecord['by'], string>,
  reason: (reason: string) => `Причина: ${reason}`,
  blockedMeans: 'Открывать позиции нельзя; смотреть, закрывать и выводить можно.',
  empty: 'Записей пока нет',
  emptyHint: 'Здесь появятся события счёта и всё, что сделает с ним оператор.',
  failed: 'Не удалось загрузить журнал',
  loading: 'Загрузка журнала',
  caption: 'Записи журнала, новые сверху',
} as const;
