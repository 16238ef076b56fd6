/** Letters that look like others, and what both are read as. */
const LOOK_ALIKES: readonly (readonly [from: string, to: string])[] = [
  ['аɑα', 'a'],
  ['вβ', 'b'],
  ['сϲ', 'c'],
  ['ԁ', 'd'],
  ['еєεҽ', 'e'],
  ['һнη', 'h'],
  ['іїɩιıӏl', 'i'],
  ['ј', 'j'],
  ['кκқ', 'k'],
  ['м', 'm'],
  ['пո', 'n'],
  ['оοσөօ', 'o'],
  ['рρ', 'p'],
  ['ԛ', 'q'],
  ['гᴦ', 'r'],
  ['ѕ', 's'],
  ['тτ', 't'],
  ['иυ', 'u'],
  ['ѵν', 'v'],
  ['ԝѡω', 'w'],
  ['хχ', 'x'],
  ['уүγ', 'y'],
];
const READ_AS = new Map(LOOK_ALIKES.flatMap(([from, to]) => [...from].map((letter) => [letter, to] as const)));

/** Words that look alike get the same skeleton; it is no word of any language. */
const skeleton = (word: string): string =>
  [...word.normalize('NFKD').toLowerCase()]
    .map((letter) => (/\p{M}/u.test(letter) ? '' : (READ_AS.get(letter) ?? letter)))
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

/** Whoever is called one of these, or something that begins so, is taken for somebody who may give orders. */
const BEGINNINGS = [
  ...['админ', 'администра', 'оператор', 'модератор', 'поддержк', 'техподдержк', 'саппорт', 'безопасност'],
  ...['официальн', 'менеджер', 'верификац', 'бинанс', 'байбит', 'сбербанк', 'центробанк', 'криптобирж'],
  ...['admin', 'support', 'operator', 'moderator', 'helpdesk', 'security', 'official', 'manager', 'verificat'],
  ...['binance', 'bybit', 'coinbase', 'kucoin', 'metamask', 'trustwallet', 'telegram', 'whatsapp', 'plecho'],
].map(skeleton);
/** These only as whole words: names of people begin so. */
const WORDS = new Set(
  [
    ...['служба', 'службы', 'служб', 'система', 'биржа', 'банк', 'плечо', 'сервис', 'помощь', 'бот', 'сотрудник'],
    ...['system', 'exchange', 'bank', 'service', 'help', 'bot', 'staff', 'okx', 'mexc', 'huobi', 'htx', 'bitget'],
  ].map(skeleton),
);

const isReservedWord = (word: string): boolean => {
  const read = skeleton(word);
  return WORDS.has(read) || BEGINNINGS.some((beginning) => read.startsWith(beginning));
};

/**
 * Whether a name could be mistaken for an official one, also with letters of another alphabet, accents,
 * or parted («Ад-мин»). @param words of one name, in NFC
 */
export function isReservedName(words: string[]): boolean {
  const parts = words.flatMap((word) => word.split(/['’-]/));
  const joined = words.map((word) => word.replaceAll(/['’-]/g, ''));
  return [...parts, ...joined, joined.join('')].some(isReservedWord);
}
