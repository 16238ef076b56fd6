/** What must find no place here. All of it is public: test numbers, famous addresses, examples of standards. */
export const CANARIES: Readonly<Record<string, string>> = {
  'Bitcoin, legacy': '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  'Bitcoin, script': '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  'Bitcoin, segwit': 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'Bitcoin, segwit in capitals': 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
  'Bitcoin, taproot': 'bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297',
  Ethereum: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e',
  Tron: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  'Bitcoin, private key': '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
  'Ethereum, private key': '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
  'twelve words': 'legal winner thank year wave sausage worth useful legal winner thank yellow',
  Visa: '4111111111111111',
  'Visa with spaces': '4012 8888 8888 1881',
  'Visa with dashes': '4222-2222-2222-2220',
  Mastercard: '5555555555554444',
  'Mastercard with spaces': '5105 1051 0510 5100',
  'American Express': '378282246310005',
  'American Express with spaces': '3714 496353 98431',
  Мир: '2202474301322987',
  UnionPay: '6200000000000005',
  Maestro: '6759649826438453',
  IBAN: 'DE89370400440532013000',
  'IBAN with spaces': 'GB29 NWBK 6016 1331 9268 19',
  'bank account': '40817810099910004312',
  link: 'https://pay.example/plecho?to=1',
  'link without a scheme': 'pay.example/plecho',
  't.me': 't.me/plecho_support',
  handle: '@plecho_support',
  'card by words': 'карта 2200 7001 1234 5678 Сбербанк',
};

/** Whether a number has the check digit of payment cards. */
export function isCardNumber(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].map(Number).toReversed();
  const sum = digits.reduce((total, digit, n) => {
    const doubled = n % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits.length >= 12 && sum % 10 === 0;
}

/** However it is written: without blanks and signs, in small letters. */
const canonical = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const CANONICAL = Object.entries(CANARIES).map(([name, text]) => ({ name, text: canonical(text) }));

/** Names of the canaries that a text holds, however they are written in it. */
export function canariesIn(text: string): string[] {
  const plain = canonical(text);
  return CANONICAL.filter((canary) => plain.includes(canary.text)).map(({ name }) => name);
}
