export const texts = {
  title: 'Пополнение счета',
  mobileTitle: 'Пополнение',
  ways: 'Способ пополнения',
  coins: 'Криптовалюта',
  card: 'Карта',
} as const;
