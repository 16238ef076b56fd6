import type { Step } from '@plecho/proofs';

interface StepWords {
  title: string;
  /** What it proves, once it has passed. */
  proves: string;
  /** What is wrong, by code. */
  problems: Readonly<Record<string, string>>;
}

const NOT_IN_LOG = 'записи нет в журнале на том месте, которое указано в файле';
const FRAME = {
  not_a_frame: 'указана первая запись журнала, а в ней нет цен',
  not_in_log: NOT_IN_LOG,
  frame_form: 'кадр цен записан не по правилам формата',
  frames_order: 'кадр выхода стоит в журнале раньше кадра входа',
};

export const stepWords: Readonly<Record<Step, StepWords>> = {
  file: {
    title: 'Файл',
    proves: 'Файл записан по правилам формата: без лишних, повторённых и пропущенных полей.',
    problems: {
      too_large: 'он больше 1 МБ, а доказательство занимает несколько килобайт',
      not_utf8: 'это не текст',
      not_json: 'это не JSON',
      wrong_form: 'в нём не те поля, из которых состоит доказательство',
      not_canonical: 'он записан не так, как его записывает сервер: в нём что-то переставлено, добавлено или повторено',
    },
  },
  signature: {
    title: 'Подпись',
    proves: 'Сервер подписал и весь этот файл, и состояние журнала. Отказаться от них он уже не может.',
    problems: {
      key_form: 'в файле нет ключа журнала',
      older_key: 'файл подписан прежним ключом: с тех пор ключ журнала заменили',
      unknown_key: 'файл подписан не тем ключом, который этот браузер знает',
      signature_form: 'вместо подписи записано что-то другое',
      file_changed: 'файл изменён после того, как его подписали',
      file_signature: 'подпись файла не сходится с ключом',
      proof_form: 'путь записи в журнале записан не по правилам формата',
      checkpoints_differ: 'записи сверены с разными состояниями журнала',
      checkpoint_form: 'состояние журнала записано не по правилам формата',
      other_log: 'подписан другой журнал, а не журнал этого рынка на этой установке',
      checkpoint_signature: 'подпись состояния журнала не сходится с ключом',
    },
  },
  definition: {
    title: 'Определение рынка',
    proves: 'Правила рынка стоят в журнале первой записью: незаметно поменять их нельзя.',
    problems: {
      not_first_entry: 'определение стоит в журнале не первым',
      not_in_log: NOT_IN_LOG,
      definition_form: 'определение записано не по правилам формата',
      other_log: 'определение относится к другому журналу',
      other_market: 'сделка относится к другому рынку',
      other_label: 'рынок в сделке назван иначе, чем в журнале',
    },
  },
  entry: {
    title: 'Вход в журнале',
    proves: 'Цены секунды входа лежат в журнале на своём месте: их нельзя было ни вставить потом, ни подменить.',
    problems: FRAME,
  },
  exit: {
    title: 'Выход в журнале',
    proves: 'Цены секунды выхода лежат в журнале на своём месте: их нельзя было ни вставить потом, ни подменить.',
    problems: FRAME,
  },
  price: {
    title: 'Цена в записи',
    proves: 'Сделка исполнена по ценам, записанным для всех, а не для вас одного.',
    problems: {
      no_record: 'записи с таким номером в кадре нет',
      other_symbol: 'запись с этим номером относится к другой паре',
      other_quote: 'это не та цена, по которой исполняют сделку этого направления',
      other_price: 'в записи с этим номером другая цена',
      other_time: 'в записи с этим номером другое время',
      other_fill_price: 'сделка исполнена не по цене из своей записи',
      other_spread: 'цена отстоит от цены пары не на половину объявленного спреда',
      exit_before_entry: 'запись выхода стоит раньше записи входа',
      no_frame: 'к одному из добавлений нет записи журнала',
    },
  },
  rule: {
    title: 'Правило',
    proves: 'Позиция закрыта по правилу рынка. Ни одна из приложенных записей не ликвидировала её раньше.',
    problems: {
      closed_before_opened: 'позиция закрыта раньше, чем открыта',
      price_of_the_future: 'цена записана позже, чем по ней исполнили',
      stale_entry: 'цена входа была старше, чем разрешают правила рынка',
      stale_exit: 'цена выхода была старше, чем разрешают правила рынка',
      not_liquidatable: 'при этой цене ликвидации по правилу быть не могло',
      was_liquidatable: 'при этой цене позицию должны были ликвидировать, а она закрыта иначе',
      no_level: 'у позиции не было уровня, по которому она будто бы закрыта',
      level_not_reached: 'цена не дошла до уровня, по которому позиция будто бы закрыта',
      crossed_before: 'позицию должны были ликвидировать раньше: в приложенных записях есть такая цена',
    },
  },
  result: {
    title: 'Итог',
    proves: 'Размер, цена ликвидации, PnL и комиссия пересчитаны здесь и совпали до последней единицы.',
    problems: {
      leverage: 'такого плеча не бывает',
      other_entries: 'добавления к позиции не складываются в её маржу',
      other_size: 'размер позиции не равен марже, умноженной на плечо',
      other_liquidationPrice: 'цена ликвидации посчитана не по формуле',
      other_pnl: 'PnL посчитан не по формуле',
      other_pnlPercent: 'процент к марже посчитан не по формуле',
      other_fee: 'комиссия посчитана не по формуле',
      other_insurance: 'часть, которую взял страховой счёт, посчитана не по формуле',
    },
  },
  candles: {
    title: 'Сверка с биржей',
    proves: 'Цены входа и выхода лежат внутри свечей, которые опубликовала сама биржа.',
    problems: {},
  },
  recomputed: {
    title: 'Сверка с днём из ключа',
    proves: 'Цены пересчитаны из опубликованного ключа дня и совпали с записанными.',
    problems: {},
  },
  commitment: {
    title: 'Обязательство сценария',
    proves: 'Рецепт сценария тот самый, отпечаток которого лежал в журнале с начала рынка.',
    problems: { other_recipe: 'рецепт не тот, отпечаток которого лежал в журнале с начала рынка' },
  },
};

/** Why a step was not checked, by code. */
const REASONS: Readonly<Record<string, string>> = {
  earlier_step_failed: 'Не проверялось: не пройден шаг выше.',
  not_revealed: 'Пока не проверить: рецепт откроют, когда сценарий закончится. Отпечаток уже в журнале.',
};

export const reasonOf = (code: string): string => REASONS[code] ?? `Не проверялось (${code}).`;

/** The end of a sentence as a whole one. */
export const asSentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

/** What is wrong, as the end of a sentence. */
export const problemOf = (step: Step, code: string): string =>
  stepWords[step].problems[code] ?? `не сходится (${code})`;

/** Behind the title of any step, whatever its gender. */
export const OUTCOME_WORDS = { passed: 'сходится', failed: 'не сходится', unchecked: 'не проверено' } as const;

/** Steps after these words were said by the server itself: what is wrong in them can't have come in on the way. */
const WRITTEN_BY_SERVER = new Set<Step>([
  'definition',
  'entry',
  'exit',
  'price',
  'rule',
  'result',
  'recomputed',
  'commitment',
]);

const ADVICE = {
  older_key: 'Скачайте доказательство заново из разбора сделки: оно будет подписано новым ключом.',
  unknown_key: 'Файл назван здешним, а ключ в нём другой. Сравните отпечаток ключа с другими участниками.',
  file: 'Скачайте доказательство из разбора сделки и не пересохраняйте его в другой программе.',
  changed:
    'Скачайте доказательство заново из разбора сделки. Если этот файл вам прислали, его по дороге изменили: не верьте ему.',
  lie: 'Этот файл подписал сам сервер, и он неверен. Сохраните файл и покажите его другим: это доказательство против сервера.',
} as const;

/** What to do about a step that failed. */
export function adviceOf(step: Step, code: string): string {
  if (code === 'older_key' || code === 'unknown_key') return ADVICE[code];
  if (WRITTEN_BY_SERVER.has(step) || code === 'other_log') return ADVICE.lie;
  return step === 'file' ? ADVICE.file : ADVICE.changed;
}

export const verdictTexts = {
  confirmed: 'Сделка подтверждена',
  confirmedWhy: 'сервер исполнил её по ценам, записанным для всех, и посчитал по правилам рынка.',
  refuted: 'Доказательство не сходится',
  refutedAt: (title: string, problem: string) => `шаг «${title}» — ${problem}.`,
  untrusted:
    'Чей это ключ, сверить не с чем: этот браузер ещё не видел ключа этой установки. Сравните отпечаток ниже с тем, что видят другие.',
  practice: 'Учебные деньги',
  steps: 'Что проверено',
  passedOf: (passed: number, all: number) => `Пройдено шагов: ${passed} из ${all}`,
} as const;
